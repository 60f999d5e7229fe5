/** The rolling risk: score, trigger, announcements. */
import { begin, colour, curve, line, mark, yOf } from "./chart.js";

/** Frames across the chart: what the server keeps. */
const FRAMES = 600;

/** @param {HTMLCanvasElement} canvas @param {any} state */
export function drawHistory(canvas, state) {
  const plot = begin(canvas);
  const { history, config, alerts, frames, fps } = state;
  const step = (plot.x1 - plot.x0) / (FRAMES - 1);
  const xOfAge = (/** @type {number} */ age) => plot.x1 - age * step;
  const trigger_y = yOf(plot, config.trigger);
  line(plot, plot.x0, trigger_y, plot.x1, trigger_y, colour("--drowsy"), [6, 4]);
  plot.c.fillStyle = colour("--drowsy");
  plot.c.fillText(`trigger ${config.trigger.toFixed(2)}`, plot.x0 + 4, trigger_y - 4);
  curve(plot, history, (i) => xOfAge(history.length - 1 - i), colour("--accent"));
  for (const alert of alerts) {
    const age = frames - alert.frame;
    const fill = alert.reason === "no_driver" ? colour("--no-driver") : colour("--cooldown");
    if (age < FRAMES) mark(plot, xOfAge(age), alert.kind, fill);
  }
  plot.c.fillStyle = colour("--soft");
  if (fps > 0) plot.c.fillText(`${(FRAMES / fps).toFixed(0)} s ago`, plot.x0, plot.y0 + 14);
  plot.c.fillText("now", plot.x1 - 22, plot.y0 + 14);
}
