/* The station's order of events, and the names of what ends a connection. */
#include "link_fault.h"
#include "runner.h"
#include "station_steps.h"

#include <errno.h>
#include <string.h>

static const char *a_join_connects_and_its_end_is_told(void) {
  dg_station station = {DG_STATION_RESTING, 0, 0};
  CHECK(dg_station_join(&station) == DG_STEP_CONNECT);
  CHECK(dg_station_ended(&station) == DG_STEP_TELL_LOST);
  CHECK(dg_station_join(&station) == DG_STEP_CONNECT);
  CHECK(dg_station_got_address(&station) == 1);
  CHECK(dg_station_got_address(&station) == 0); /* the lease was renewed */
  CHECK(dg_station_ended(&station) == DG_STEP_TELL_LOST);
  CHECK(dg_station_ended(&station) == DG_STEP_NOTHING);
  return NULL;
}

static const char *a_join_during_another_waits_for_its_end_and_nobody_hears_of_that(void) {
  dg_station station = {DG_STATION_RESTING, 0, 0};
  CHECK(dg_station_join(&station) == DG_STEP_CONNECT);
  const unsigned turn = station.turns;
  CHECK(dg_station_join(&station) == DG_STEP_DISCONNECT);
  CHECK(dg_station_join(&station) == DG_STEP_NOTHING);
  CHECK(station.turns == turn + 2);
  CHECK(dg_station_got_address(&station) == 0); /* of the old one, late */
  CHECK(dg_station_ended(&station) == DG_STEP_CONNECT);
  CHECK(dg_station_got_address(&station) == 1);
  return NULL;
}

static const char *who_leaves_hears_nothing_more(void) {
  dg_station station = {DG_STATION_RESTING, 0, 0};
  CHECK(dg_station_leave(&station) == DG_STEP_NOTHING);
  CHECK(dg_station_join(&station) == DG_STEP_CONNECT);
  CHECK(dg_station_got_address(&station) == 1);
  CHECK(dg_station_leave(&station) == DG_STEP_DISCONNECT);
  CHECK(dg_station_leave(&station) == DG_STEP_NOTHING);
  CHECK(dg_station_ended(&station) == DG_STEP_NOTHING);
  /* A join that waited is called off. */
  CHECK(dg_station_join(&station) == DG_STEP_CONNECT);
  CHECK(dg_station_join(&station) == DG_STEP_DISCONNECT);
  CHECK(dg_station_leave(&station) == DG_STEP_NOTHING);
  CHECK(dg_station_ended(&station) == DG_STEP_NOTHING);
  CHECK(dg_station_join(&station) == DG_STEP_CONNECT);
  return NULL;
}

static const char *every_end_of_a_connection_has_its_name(void) {
  CHECK(strcmp(dg_tcp_fault(ECONNREFUSED, 1), "TCP_REFUSED") == 0);
  CHECK(strcmp(dg_tcp_fault(ECONNRESET, 1), "TCP_REFUSED") == 0);
  CHECK(strcmp(dg_tcp_fault(ECONNRESET, 0), "TCP_RESET") == 0);
  CHECK(strcmp(dg_tcp_fault(ECONNABORTED, 1), "TCP_TIMEOUT") == 0);
  CHECK(strcmp(dg_tcp_fault(EHOSTUNREACH, 1), "TCP_UNREACHABLE") == 0);
  CHECK(strcmp(dg_tcp_fault(ETIMEDOUT, 0), "TCP_TIMEOUT") == 0);
  CHECK(strcmp(dg_tcp_fault(EBADF, 0), "TCP_FAILED") == 0);
  CHECK(strcmp(dg_certificate_fault(DG_CERTIFICATE_EXPIRED | DG_CERTIFICATE_WRONG_HOST), "TLS_EXPIRED") == 0);
  CHECK(strcmp(dg_certificate_fault(DG_CERTIFICATE_EXPIRED | 0x08u), "TLS_UNTRUSTED_CHAIN") == 0);
  CHECK(strcmp(dg_certificate_fault(DG_CERTIFICATE_FUTURE), "TLS_NOT_YET_VALID") == 0);
  CHECK(strcmp(dg_certificate_fault(DG_CERTIFICATE_WRONG_HOST), "TLS_WRONG_HOST") == 0);
  CHECK(strcmp(dg_certificate_fault(0xffffffffu), "TLS_UNTRUSTED_CHAIN") == 0);
  CHECK(strcmp(dg_certificate_fault(0), "TLS_HANDSHAKE") == 0);
  return NULL;
}

static const test_case cases[] = {
    {"a join connects, and its end is told", a_join_connects_and_its_end_is_told},
    {"a join during another waits for its end", a_join_during_another_waits_for_its_end_and_nobody_hears_of_that},
    {"who leaves hears nothing more", who_leaves_hears_nothing_more},
    {"every end of a connection has its name", every_end_of_a_connection_has_its_name},
};
const test_suite board_link_suite = SUITE(cases);
