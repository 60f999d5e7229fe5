#include "tls_link.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "esp_crt_bundle.h"
#include "esp_timer.h"
#include "esp_tls.h"
#include "link_fault.h"
#include "lwip/netdb.h"
#include "lwip/sockets.h"
#include "mbedtls/ssl.h"
#include "mbedtls/x509.h"

#if !CONFIG_ESP_TLS_INSECURE || !CONFIG_ESP_TLS_SKIP_SERVER_CERT_VERIFY
#error "sdkconfig: ESP_TLS_INSECURE and ESP_TLS_SKIP_SERVER_CERT_VERIFY must be set: tls_insecure is a setting of the unit"
#endif

/* Name, TCP and TLS together. */
#define CONNECT_US (10 * 1000 * 1000)
#define SLICE_MS 100

static int late(int64_t start_us) {
  return esp_timer_get_time() - start_us > CONNECT_US;
}

static int resolve(const char *host, int port, struct sockaddr_in *address) {
  struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM};
  struct addrinfo *found = NULL;
  if (lwip_getaddrinfo(host, NULL, &hints, &found) != 0 || found == NULL) return 0;
  memcpy(address, found->ai_addr, sizeof *address);
  address->sin_port = htons((uint16_t)port);
  lwip_freeaddrinfo(found);
  return 1;
}

/* 1 when something can be written to the socket or it failed, 0 when the slice is over. */
static int wait_slice(int fd, int for_reading) {
  fd_set reading, writing;
  struct timeval slice = {0, SLICE_MS * 1000};
  FD_ZERO(&reading);
  FD_ZERO(&writing);
  if (for_reading) {
    FD_SET(fd, &reading);
  } else {
    FD_SET(fd, &writing);
  }
  return lwip_select(fd + 1, &reading, &writing, NULL, &slice) > 0;
}

static const char *connect_tcp(int fd, const struct sockaddr_in *address, const dg_link_options *options, int64_t start_us) {
  if (lwip_connect(fd, (const struct sockaddr *)address, sizeof *address) == 0) return NULL;
  if (errno != EINPROGRESS) return dg_tcp_fault(errno, 1);
  while (!wait_slice(fd, 0)) {
    if (options->stopped(options->context)) return "TCP_FAILED";
    if (late(start_us)) return "TCP_TIMEOUT";
  }
  int error = 0;
  socklen_t size = sizeof error;
  lwip_getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size);
  return error ? dg_tcp_fault(error, 1) : NULL;
}

static const char *handshake_fault(esp_tls_t *tls) {
  esp_tls_error_handle_t errors;
  int code = 0;
  if (esp_tls_get_error_handle(tls, &errors) == ESP_OK) {
    esp_tls_get_and_clear_error_type(errors, ESP_TLS_ERR_TYPE_MBEDTLS, &code);
  }
  if (code != -MBEDTLS_ERR_X509_CERT_VERIFY_FAILED && code != -MBEDTLS_ERR_X509_FATAL_ERROR) return "TLS_HANDSHAKE";
  const mbedtls_ssl_context *context = esp_tls_get_ssl_context(tls);
  return context ? dg_certificate_fault(mbedtls_ssl_get_verify_result(context)) : "TLS_HANDSHAKE";
}

static const char *shake_hands(esp_tls_t *tls, int fd, const dg_link_options *options, int64_t start_us) {
  esp_tls_cfg_t config = {.non_block = false}; /* the socket is, and its connection stands already */
  if (options->verify && options->ca_cert[0] == 0) {
    config.crt_bundle_attach = esp_crt_bundle_attach;
  } else if (options->verify) {
    config.cacert_buf = (const unsigned char *)options->ca_cert;
    config.cacert_bytes = strlen(options->ca_cert) + 1u;
  }
  esp_tls_set_conn_sockfd(tls, fd);
  esp_tls_set_conn_state(tls, ESP_TLS_CONNECTING);
  for (;;) {
    const int done = esp_tls_conn_new_async(options->host, (int)strlen(options->host), options->port, &config, tls);
    if (done > 0) return NULL;
    if (done < 0) return handshake_fault(tls);
    if (options->stopped(options->context)) return "TCP_FAILED";
    if (late(start_us)) return "TCP_TIMEOUT";
    wait_slice(fd, 1);
  }
}

const char *dg_link_open(dg_link *link, const dg_link_options *options) {
  const int64_t start_us = esp_timer_get_time();
  struct sockaddr_in address;
  const char *fault;
  link->tls = NULL;
  link->fd = -1;
  if (!resolve(options->host, options->port, &address)) return "DNS_FAILED";
  link->fd = lwip_socket(AF_INET, SOCK_STREAM, IPPROTO_TCP);
  if (link->fd < 0) return "TCP_FAILED";
  const int yes = 1;
  lwip_setsockopt(link->fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  lwip_fcntl(link->fd, F_SETFL, O_NONBLOCK);
  fault = connect_tcp(link->fd, &address, options, start_us);
  if (fault == NULL && options->tls) {
    link->tls = esp_tls_init();
    fault = link->tls ? shake_hands(link->tls, link->fd, options, start_us) : "TCP_FAILED";
  }
  if (fault) dg_link_close(link);
  return fault;
}

static size_t tls_result(ssize_t done, const char **fault) {
  if (done > 0) return (size_t)done;
  if (done == ESP_TLS_ERR_SSL_WANT_READ || done == ESP_TLS_ERR_SSL_WANT_WRITE) return 0;
  *fault = done == 0 ? "TCP_CLOSED" : "TCP_RESET";
  return 0;
}

static size_t tcp_result(int done, const char **fault) {
  if (done > 0) return (size_t)done;
  if (done < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return 0;
  *fault = done == 0 ? "TCP_CLOSED" : dg_tcp_fault(errno, 0);
  return 0;
}

size_t dg_link_send(dg_link *link, const uint8_t *bytes, size_t count, const char **fault) {
  if (link->tls) return tls_result(esp_tls_conn_write(link->tls, bytes, count), fault);
  return tcp_result((int)lwip_send(link->fd, bytes, count, 0), fault);
}

size_t dg_link_receive(dg_link *link, uint8_t *bytes, size_t count, const char **fault) {
  if (link->tls) return tls_result(esp_tls_conn_read(link->tls, bytes, count), fault);
  return tcp_result((int)lwip_recv(link->fd, bytes, count, 0), fault);
}

void dg_link_close(dg_link *link) {
  if (link->tls) {
    esp_tls_conn_destroy(link->tls); /* and the socket with it, once it has it */
  } else if (link->fd >= 0) {
    lwip_close(link->fd);
  }
  link->tls = NULL;
  link->fd = -1;
}
