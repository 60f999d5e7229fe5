/** `dg/system`: the stack that each task has left, for the memory table. */
#include "dg_xs.h"
#include "freertos/FreeRTOS.h"
#include "freertos/idf_additions.h"
#include "freertos/task.h"

#define TASKS_MAX 32

static void add(xsMachine *the, const TaskStatus_t *task, xsIndex index) {
  xsmcSetNewObject(xsVar(0));
  xsmcSetString(xsVar(1), (char *)task->pcTaskName);
  xsmcSet(xsVar(0), xsID_name, xsVar(1));
  /* Counts stack words, which are bytes here. */
  xsmcSetInteger(xsVar(1), (xsIntegerValue)(task->usStackHighWaterMark * sizeof(StackType_t)));
  xsmcSet(xsVar(0), xsID_stack_free, xsVar(1));
  const BaseType_t core = xTaskGetCoreID(task->xHandle);
  xsmcSetInteger(xsVar(1), core == tskNO_AFFINITY ? -1 : (xsIntegerValue)core);
  xsmcSet(xsVar(0), xsID_core, xsVar(1));
  xsmcSetIndex(xsResult, index, xsVar(0));
}

void xs_dg_stacks(xsMachine *the) {
  TaskStatus_t *tasks = c_calloc(TASKS_MAX, sizeof *tasks);
  if (tasks == NULL) xsUnknownError("no memory");
  xsmcVars(2);
  const UBaseType_t count = uxTaskGetSystemState(tasks, TASKS_MAX, NULL);
  xsmcSetNewArray(xsResult, 0);
  for (UBaseType_t i = 0; i < count; i++) add(the, &tasks[i], (xsIndex)i);
  c_free(tasks);
}
