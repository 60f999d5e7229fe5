/** `dg/console` for XS: UART0 through the vendor's driver, which never waits when it is asked for no more than it has room for. */
#include "dg_xs.h"
#include "driver/uart.h"

#define PORT UART_NUM_0
#define BAUD 115200
/* At 115200 baud: 180 ms of input, a third of a second of output. */
#define RECEIVE_BYTES 2048
#define SEND_BYTES 4096
#define READ_BYTES 256

static int is_open;

void xs_dg_console_open(xsMachine *the) {
  const uart_config_t config = {
      .baud_rate = BAUD,
      .data_bits = UART_DATA_8_BITS,
      .parity = UART_PARITY_DISABLE,
      .stop_bits = UART_STOP_BITS_1,
      .flow_ctrl = UART_HW_FLOWCTRL_DISABLE,
      .source_clk = UART_SCLK_DEFAULT,
  };
  if (is_open) return;
  if (uart_is_driver_installed(PORT)) xsUnknownError("in use");
  esp_err_t err = uart_param_config(PORT, &config);
  if (err == ESP_OK) err = uart_driver_install(PORT, RECEIVE_BYTES, SEND_BYTES, 0, NULL, 0);
  if (err != ESP_OK) xsUnknownError("console: 0x%x", (int)err);
  is_open = 1;
}

void xs_dg_console_read(xsMachine *the) {
  uint8_t bytes[READ_BYTES];
  char text[2 * READ_BYTES + 1];
  const int count = is_open ? uart_read_bytes(PORT, bytes, sizeof bytes, 0) : 0;
  size_t length = 0;
  for (int i = 0; i < count; i++) {
    /* One character per byte: XS keeps strings as UTF-8, and a NUL would end this one. */
    if (bytes[i] == 0) continue;
    if (bytes[i] < 0x80) {
      text[length++] = (char)bytes[i];
    } else {
      text[length++] = (char)(0xC0 | (bytes[i] >> 6));
      text[length++] = (char)(0x80 | (bytes[i] & 0x3F));
    }
  }
  text[length] = 0;
  xsmcSetString(xsResult, text);
}

void xs_dg_console_write(xsMachine *the) {
  const char *text = xsmcToString(xsArg(0));
  const size_t length = c_strlen(text);
  size_t room = 0;
  const int fits = is_open && uart_get_tx_buffer_free_size(PORT, &room) == ESP_OK && length <= room;
  if (fits) uart_write_bytes(PORT, text, length);
  xsmcSetBoolean(xsResult, fits);
}

void xs_dg_console_close(xsMachine *the) {
  (void)the;
  if (!is_open) return;
  is_open = 0;
  uart_driver_delete(PORT);
}
