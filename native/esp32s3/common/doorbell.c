#include "doorbell.h"

#include "freertos/FreeRTOS.h"
#include "freertos/task.h"

#define RETRY_TICKS pdMS_TO_TICKS(20)

void dg_doorbell_ring(dg_doorbell *bell) {
  if (__atomic_exchange_n(&bell->rung, 1u, __ATOMIC_ACQ_REL)) return;
  /* The only way in that does not wait; the kernel takes it from tasks as well. */
  if (modMessagePostToMachineFromISR(bell->the, bell->answer, bell->refcon) != 0) dg_doorbell_answered(bell);
}

void dg_doorbell_ring_surely(dg_doorbell *bell) {
  if (__atomic_exchange_n(&bell->rung, 1u, __ATOMIC_ACQ_REL)) return;
  dg_post_surely(bell->the, NULL, 0, bell->answer, bell->refcon);
}

void dg_doorbell_answered(dg_doorbell *bell) {
  __atomic_store_n(&bell->rung, 0u, __ATOMIC_RELEASE);
}

void dg_post_surely(xsMachine *the, void *message, uint16_t bytes, modMessageDeliver deliver, void *refcon) {
  while (modMessagePostToMachine(the, message, bytes, deliver, refcon) != 0) vTaskDelay(RETRY_TICKS);
}
