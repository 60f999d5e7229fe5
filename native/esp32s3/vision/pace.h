/** Picks frames out of a stream so that on average at most so many a second pass. Platform-free; as the host's own. */
#ifndef DG_PACE_H
#define DG_PACE_H

typedef struct {
  double period_ms;
  double due_ms;
  int started;
} dg_pace;

/** 0 lets nothing pass. */
void dg_pace_set(dg_pace *pace, int fps);

/** Whether the frame taken at `t_ms` passes. */
int dg_pace_passes(dg_pace *pace, double t_ms);

#endif
