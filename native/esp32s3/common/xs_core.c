#include "xs_core.h"

#include "board_tasks.h"
#include "freertos/FreeRTOS.h"
#include "freertos/task.h"

/* How long the other core is kept busy at most while XS moves. */
#define MOVE_TICKS pdMS_TO_TICKS(500)
#define GUARD_STACK 2048

typedef struct {
  volatile int moved;
  volatile int ended;
} move;

/* Occupies the vision core above XS's priority, so that the scheduler takes XS to the other one. */
static void occupy(void *argument) {
  move *state = argument;
  const TickType_t start = xTaskGetTickCount();
  while (!state->moved && xTaskGetTickCount() - start < MOVE_TICKS) {
  }
  state->ended = 1;
  vTaskDelete(NULL);
}

/* The kernel keeps a task on the core where it first used the floating-point unit. [ESP-IDF, FreeRTOS (IDF), "Floating point usage"] */
static void stay_here(void) {
  volatile float x = 1.0f;
  x = x * 1.5f;
}

int dg_keep_xs_on_its_core(void) {
  static int core = -1;
  if (core >= 0) return core;
  move state = {0, 0};
  if (xPortGetCoreID() != DG_XS_CORE) {
    if (xTaskCreatePinnedToCore(occupy, "move", GUARD_STACK, &state, DG_VISION_PRIORITY, NULL, DG_VISION_CORE) != pdPASS) {
      state.ended = 1;
    }
  } else {
    state.ended = 1;
  }
  stay_here();
  core = xPortGetCoreID();
  state.moved = 1;
  while (!state.ended) vTaskDelay(1);
  return core;
}
