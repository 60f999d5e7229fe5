/**
 * I2S voice. XS fills a ring in external RAM and never waits; a task feeds the wire from it, and silence where it is empty.
 * The wire is 60 ms behind the ring: that is how late an alarm begins and a cut ends.
 */
#include <stdbool.h>
#include <string.h>

#include "board_tasks.h"
#include "driver/i2s_std.h"
#include "esp_err.h"
#include "esp_heap_caps.h"
#include "freertos/FreeRTOS.h"
#include "freertos/idf_additions.h"
#include "freertos/semphr.h"
#include "freertos/stream_buffer.h"
#include "freertos/task.h"

/* The SDK's headers lean on each other in this order. */
#include "xsmc.h"

#include "xsHost.h"

#include "builtinCommon.h"
#include "mc.defines.h"
#include "mc.xs.h"

#define DG_SAMPLE_BYTES 2
#define DG_DMA_BUFFERS 4
#define DG_DMA_FRAMES 240
#define DG_PIECE_BYTES (DG_DMA_FRAMES * DG_SAMPLE_BYTES)
/* One second of voice; XS is asked for more when half of it is free. */
#define DG_RING_BYTES 32768
#define DG_TELL_BYTES (DG_RING_BYTES / 2)
/* A piece takes 15 ms: a wire that takes none for so long is broken. */
#define DG_WIRE_MS 500

typedef struct {
  xsMachine *the;
  xsSlot object;
  xsSlot *on_writable;
  xsSlot *on_error;
  i2s_chan_handle_t wire;
  StreamBufferHandle_t ring;
  SemaphoreHandle_t ended;
  bool started;
  bool closed;               /* XS alone */
  volatile bool quit;        /* XS to task */
  volatile bool cut;         /* XS to task: drop what is in the ring */
  volatile bool wrote;       /* since XS was last told of room */
  volatile bool posted;      /* a message to XS is on its way */
  volatile esp_err_t fault;  /* task to XS */
  bool told_fault;
  uint8_t piece[DG_PIECE_BYTES];
} dg_speaker;

/* The chip has one amplifier on one set of pins. */
static bool dg_speaker_open = false;

void dg_speaker_destructor(void *data);
static void dg_speaker_mark(xsMachine *the, void *data, xsMarkRoot mark_root);

static const xsHostHooks dg_speaker_hooks = {dg_speaker_destructor, dg_speaker_mark, NULL};

static void dg_speaker_mark(xsMachine *the, void *data, xsMarkRoot mark_root) {
  dg_speaker *speaker = data;
  if (speaker->on_writable) (*mark_root)(the, speaker->on_writable);
  if (speaker->on_error) (*mark_root)(the, speaker->on_error);
}

static void dg_speaker_free(dg_speaker *speaker) {
  if (speaker->ring) vStreamBufferDeleteWithCaps(speaker->ring);
  if (speaker->ended) vSemaphoreDelete(speaker->ended);
  if (speaker->wire) i2s_del_channel(speaker->wire);
  heap_caps_free(speaker);
}

/** On XS's task: room, or what broke. */
static void dg_speaker_deliver(void *machine, void *refcon, uint8_t *message, uint16_t length) {
  xsMachine *the = machine;
  dg_speaker *speaker = refcon;
  (void)message;
  (void)length;
  speaker->posted = false;
  if (speaker->closed) {
    dg_speaker_free(speaker);
    return;
  }
  xsBeginHost(the);
  if (speaker->fault != ESP_OK) {
    if (speaker->on_error && !speaker->told_fault) {
      speaker->told_fault = true;
      xsmcSetString(xsResult, (char *)esp_err_to_name(speaker->fault));
      xsCallFunction1(xsReference(speaker->on_error), speaker->object, xsResult);
    }
  } else if (speaker->on_writable) {
    speaker->wrote = false;
    xsmcSetInteger(xsResult, xStreamBufferSpacesAvailable(speaker->ring) & ~1);
    xsCallFunction1(xsReference(speaker->on_writable), speaker->object, xsResult);
  }
  xsEndHost(the);
}

static void dg_speaker_tell(dg_speaker *speaker) {
  if (speaker->posted) return;
  speaker->posted = true;
  if (modMessagePostToMachine(speaker->the, NULL, 0, dg_speaker_deliver, speaker) != 0) speaker->posted = false;
}

static void dg_speaker_task(void *parameter) {
  dg_speaker *speaker = parameter;
  while (!speaker->quit) {
    if (speaker->cut) {
      while (xStreamBufferReceive(speaker->ring, speaker->piece, DG_PIECE_BYTES, 0) > 0) {
      }
      speaker->cut = false;
    }
    const size_t taken = xStreamBufferReceive(speaker->ring, speaker->piece, DG_PIECE_BYTES, 0);
    memset(speaker->piece + taken, 0, DG_PIECE_BYTES - taken);
    size_t sent = 0;
    const esp_err_t error = i2s_channel_write(speaker->wire, speaker->piece, DG_PIECE_BYTES, &sent, DG_WIRE_MS);
    if (error != ESP_OK) {
      speaker->fault = error;
      dg_speaker_tell(speaker);
      break;
    }
    if (speaker->wrote && xStreamBufferSpacesAvailable(speaker->ring) >= DG_TELL_BYTES) dg_speaker_tell(speaker);
  }
  xSemaphoreGive(speaker->ended);
  vTaskDelete(NULL);
}

static esp_err_t dg_speaker_wire(dg_speaker *speaker, uint32_t rate_hz) {
  i2s_chan_config_t channel = I2S_CHANNEL_DEFAULT_CONFIG(I2S_NUM_AUTO, I2S_ROLE_MASTER);
  channel.dma_desc_num = DG_DMA_BUFFERS;
  channel.dma_frame_num = DG_DMA_FRAMES;
  channel.auto_clear = true;
  esp_err_t error = i2s_new_channel(&channel, &speaker->wire, NULL);
  if (error != ESP_OK) return error;
  i2s_std_config_t standard = {
      .clk_cfg = I2S_STD_CLK_DEFAULT_CONFIG(rate_hz),
      .slot_cfg = I2S_STD_PHILIPS_SLOT_DEFAULT_CONFIG(I2S_DATA_BIT_WIDTH_16BIT, I2S_SLOT_MODE_MONO),
      .gpio_cfg =
          {
              .mclk = I2S_GPIO_UNUSED,
              .bclk = MODDEF_SPEAKER_BCLK,
              .ws = MODDEF_SPEAKER_LRC,
              .dout = MODDEF_SPEAKER_DIN,
              .din = I2S_GPIO_UNUSED,
          },
  };
  /* Whichever channel the amplifier is strapped to hears it. */
  standard.slot_cfg.slot_mask = I2S_STD_SLOT_BOTH;
  return i2s_channel_init_std_mode(speaker->wire, &standard);
}

void dg_speaker_constructor(xsMachine *the) {
  xsmcVars(1);
  xsSlot *on_writable = builtinGetCallback(the, xsID_onWritable);
  xsSlot *on_error = builtinGetCallback(the, xsID_onError);
  xsmcGet(xsVar(0), xsArg(0), xsID_sampleRate);
  const int rate_hz = xsmcToInteger(xsVar(0));
  if (rate_hz < 8000 || rate_hz > 48000) xsRangeError("sampleRate");
  if (dg_speaker_open) xsUnknownError("speaker in use");

  dg_speaker *speaker = heap_caps_calloc(1, sizeof(dg_speaker), MALLOC_CAP_INTERNAL | MALLOC_CAP_8BIT);
  if (!speaker) xsUnknownError("no speaker: no memory");
  speaker->ring = xStreamBufferCreateWithCaps(DG_RING_BYTES, 1, MALLOC_CAP_SPIRAM | MALLOC_CAP_8BIT);
  speaker->ended = xSemaphoreCreateBinary();
  esp_err_t error = speaker->ring && speaker->ended ? dg_speaker_wire(speaker, (uint32_t)rate_hz) : ESP_ERR_NO_MEM;
  if (error != ESP_OK) {
    dg_speaker_free(speaker);
    xsUnknownError("no speaker: %s", esp_err_to_name(error));
  }
  speaker->the = the;
  speaker->object = xsThis;
  speaker->on_writable = on_writable;
  speaker->on_error = on_error;
  speaker->wrote = true;
  dg_speaker_open = true;
  xsmcSetHostData(xsThis, speaker);
  xsSetHostHooks(xsThis, (xsHostHooks *)&dg_speaker_hooks);
  xsRemember(speaker->object);
}

static dg_speaker *dg_speaker_of(xsMachine *the) {
  return xsmcGetHostDataValidate(xsThis, (void *)&dg_speaker_hooks);
}

void dg_speaker_start(xsMachine *the) {
  dg_speaker *speaker = dg_speaker_of(the);
  if (speaker->started) return;
  const esp_err_t error = i2s_channel_enable(speaker->wire);
  if (error != ESP_OK) xsUnknownError("no speaker: %s", esp_err_to_name(error));
  speaker->started = true;
  if (xTaskCreatePinnedToCore(dg_speaker_task, "speaker", DG_SPEAKER_STACK, speaker, DG_SPEAKER_PRIORITY, NULL, DG_XS_CORE) != pdPASS) {
    speaker->started = false;
    i2s_channel_disable(speaker->wire);
    xsUnknownError("no speaker: no memory");
  }
}

void dg_speaker_write(xsMachine *the) {
  dg_speaker *speaker = dg_speaker_of(the);
  void *samples;
  xsUnsignedValue count;
  xsmcGetBufferReadable(xsArg(0), &samples, &count);
  if (count % DG_SAMPLE_BYTES != 0) xsUnknownError("half a sample");
  if (count > xStreamBufferSpacesAvailable(speaker->ring)) xsUnknownError("more samples than there is room for");
  if (count == 0) return;
  xStreamBufferSend(speaker->ring, samples, count, 0);
  speaker->wrote = true;
}

void dg_speaker_stop(xsMachine *the) { dg_speaker_of(the)->cut = true; }

/** Ends the task, which needs a piece's time for it, and gives the wire back. */
static void dg_speaker_end(dg_speaker *speaker) {
  if (speaker->started) {
    speaker->quit = true;
    xSemaphoreTake(speaker->ended, portMAX_DELAY);
    i2s_channel_disable(speaker->wire);
  }
  if (speaker->wire) i2s_del_channel(speaker->wire);
  speaker->wire = NULL;
  speaker->closed = true;
  dg_speaker_open = false;
  /* A message on its way still names this record: it then frees it. */
  if (!speaker->posted) dg_speaker_free(speaker);
}

void dg_speaker_close(xsMachine *the) {
  dg_speaker *speaker = xsmcGetHostData(xsThis);
  if (!speaker) return;
  speaker = dg_speaker_of(the);
  xsForget(speaker->object);
  xsmcSetHostData(xsThis, NULL);
  xsmcSetHostDestructor(xsThis, NULL);
  dg_speaker_end(speaker);
}

/** Only where the machine ends with the speaker open. */
void dg_speaker_destructor(void *data) {
  if (data) dg_speaker_end(data);
}
