#include "esp_camera.h"
#include "frame_source.h"
#include "mc.defines.h"
#include "orient.h"
#include "pipeline.h"

/* How the picture comes: high byte first, and upside down. [unit document, board constants] */
#define ORIENTATION (DG_BYTE_SWAP | DG_ROTATE_180)

/* Pins of the target's manifest; power-down and reset are not routed. [unit document, board constants] */
static const camera_config_t CONFIG = {
    .pin_pwdn = -1,
    .pin_reset = -1,
    .pin_xclk = MODDEF_CAMERA_XCLK,
    .pin_sccb_sda = MODDEF_CAMERA_SIOD,
    .pin_sccb_scl = MODDEF_CAMERA_SIOC,
    .pin_d7 = MODDEF_CAMERA_D7,
    .pin_d6 = MODDEF_CAMERA_D6,
    .pin_d5 = MODDEF_CAMERA_D5,
    .pin_d4 = MODDEF_CAMERA_D4,
    .pin_d3 = MODDEF_CAMERA_D3,
    .pin_d2 = MODDEF_CAMERA_D2,
    .pin_d1 = MODDEF_CAMERA_D1,
    .pin_d0 = MODDEF_CAMERA_D0,
    .pin_vsync = MODDEF_CAMERA_VSYNC,
    .pin_href = MODDEF_CAMERA_HREF,
    .pin_pclk = MODDEF_CAMERA_PCLK,
    /* The OV2640's usual clock; its own dividers set the frame rate. */
    .xclk_freq_hz = 20000000,
    .ledc_timer = LEDC_TIMER_0,
    .ledc_channel = LEDC_CHANNEL_0,
    .pixel_format = PIXFORMAT_RGB565,
    .frame_size = FRAMESIZE_240X240,
    .jpeg_quality = 12, /* unused in this pixel format */
    /* One is filled while the other is read; the older of two whole ones gives way. */
    .fb_count = 2,
    .fb_location = CAMERA_FB_IN_PSRAM,
    .grab_mode = CAMERA_GRAB_LATEST,
    .sccb_i2c_port = 0,
};

static esp_err_t open_camera(void) {
  return esp_camera_init(&CONFIG);
}

/* esp_camera_fb_get gives up after 4 s. */
static esp_err_t next_frame(uint8_t *pixels, double *t_ms) {
  camera_fb_t *fb = esp_camera_fb_get();
  if (fb == NULL) return ESP_ERR_TIMEOUT;
  *t_ms = (double)fb->timestamp.tv_sec * 1000.0 + (double)fb->timestamp.tv_usec / 1000.0;
  dg_status status = DG_OK;
  if (pixels) {
    const dg_source src = {fb->buf, fb->len, DG_FRAME_SIDE_PX * 2u, DG_FRAME_SIDE_PX, DG_FRAME_SIDE_PX};
    const dg_target dst = {pixels, DG_FRAME_BYTES, DG_FRAME_SIDE_PX * 2u, DG_FRAME_SIDE_PX, DG_FRAME_SIDE_PX};
    status = dg_orient(&src, &dst, ORIENTATION);
  }
  esp_camera_fb_return(fb);
  /* Too few bytes: the sensor is not set as asked. */
  return status == DG_OK ? ESP_OK : ESP_ERR_INVALID_SIZE;
}

static void close_camera(void) {
  esp_camera_deinit();
}

const dg_frame_source dg_camera_source = {open_camera, next_frame, close_camera};
