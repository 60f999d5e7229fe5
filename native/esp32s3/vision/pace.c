#include "pace.h"

/* A frame early by this much still counts as due: a camera's clock jitters. */
#define JITTER_MS 3.0

void dg_pace_set(dg_pace *pace, int fps) {
  pace->period_ms = fps > 0 ? 1000.0 / fps : 0;
  pace->started = 0;
}

int dg_pace_passes(dg_pace *pace, double t_ms) {
  if (pace->period_ms <= 0) return 0;
  if (pace->started && t_ms < pace->due_ms - JITTER_MS) return 0;
  /* Far behind: start anew from here rather than catch up in a burst. */
  const int behind = !pace->started || t_ms - pace->due_ms > pace->period_ms;
  pace->due_ms = (behind ? t_ms : pace->due_ms) + pace->period_ms;
  pace->started = 1;
  return 1;
}
