#include "station_steps.h"

dg_step dg_station_join(dg_station *station) {
  station->turns++;
  if (station->state == DG_STATION_RESTING) {
    station->state = DG_STATION_JOINING;
    return DG_STEP_CONNECT;
  }
  const int ending = station->state == DG_STATION_ENDING;
  station->wanted = 1;
  station->state = DG_STATION_ENDING;
  return ending ? DG_STEP_NOTHING : DG_STEP_DISCONNECT;
}

dg_step dg_station_leave(dg_station *station) {
  station->turns++;
  station->wanted = 0;
  if (station->state == DG_STATION_RESTING || station->state == DG_STATION_ENDING) return DG_STEP_NOTHING;
  station->state = DG_STATION_ENDING;
  return DG_STEP_DISCONNECT;
}

dg_step dg_station_ended(dg_station *station) {
  const dg_station_state before = station->state;
  station->state = DG_STATION_RESTING;
  if (before == DG_STATION_JOINING || before == DG_STATION_JOINED) return DG_STEP_TELL_LOST;
  if (before == DG_STATION_ENDING && station->wanted) {
    station->wanted = 0;
    station->state = DG_STATION_JOINING;
    return DG_STEP_CONNECT;
  }
  return DG_STEP_NOTHING;
}

int dg_station_got_address(dg_station *station) {
  if (station->state != DG_STATION_JOINING) return 0;
  station->state = DG_STATION_JOINED;
  return 1;
}
