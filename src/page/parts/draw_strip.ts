/** One strip of the plots on a canvas. */
import { HISTORY_MS, type Sample } from "../unit/history";

export interface Line {
  readonly colour: string;
  /** Dashes tell lines apart without colours. */
  readonly dash: readonly number[];
  /** Filled down to the axis. */
  readonly filled?: boolean;
  value(sample: Sample): number;
}

export interface StripColours {
  readonly grid: string;
  readonly alert: string;
  readonly trigger: string;
  readonly cursor: string;
}

export interface Strip {
  readonly lines: readonly Line[];
  readonly top: number;
  /** A level that is drawn across; null for none. */
  readonly trigger: number | null;
  /** Instant under the pointer, ms; null for none. */
  readonly cursor_ms: number | null;
}

/** A longer silence is a gap: nobody knows what was there. */
const GAP_MS = 1500;

/** Draws the last two minutes up to the newest sample. */
export function drawStrip(
  canvas: HTMLCanvasElement,
  samples: readonly Sample[],
  { lines, top, trigger, cursor_ms }: Strip,
  colours: StripColours,
): void {
  const scale = Math.min(2, devicePixelRatio || 1);
  const w = Math.round(canvas.clientWidth * scale);
  const h = Math.round(canvas.clientHeight * scale);
  if (canvas.width !== w) canvas.width = w;
  if (canvas.height !== h) canvas.height = h;
  const c = canvas.getContext("2d");
  const newest = samples[samples.length - 1];
  if (!c) return;
  c.clearRect(0, 0, w, h);
  const end_ms = newest ? newest.t_ms : 0;
  const x = (t_ms: number) => w * (1 - (end_ms - t_ms) / HISTORY_MS);
  const y = (value: number) => h - scale - (h - 2 * scale) * Math.min(1, Math.max(0, value / top));
  const straight = (x0: number, y0: number, x1: number, y1: number, colour: string, dash: number[] = []) => {
    c.strokeStyle = colour;
    c.setLineDash(dash);
    c.beginPath();
    c.moveTo(x0, y0);
    c.lineTo(x1, y1);
    c.stroke();
  };
  c.lineWidth = scale;
  for (const part of [0, 0.5, 1]) straight(0, y(top * part), w, y(top * part), colours.grid);
  for (let i = 1; i < 4; i++) straight((w * i) / 4, 0, (w * i) / 4, h, colours.grid);
  for (const { t_ms, alert } of samples) {
    if (alert) straight(x(t_ms), 0, x(t_ms), h, colours.alert);
  }
  if (trigger !== null) straight(0, y(trigger), w, y(trigger), colours.trigger, [5 * scale, 4 * scale]);
  c.lineWidth = 2 * scale;
  c.lineJoin = "round";
  for (const line of lines) {
    c.strokeStyle = c.fillStyle = line.colour;
    c.setLineDash(line.dash.map((length) => length * scale));
    for (const run of runs(samples)) drawRun(c, run, line, x, y, h);
  }
  c.lineWidth = scale;
  if (cursor_ms !== null) straight(x(cursor_ms), 0, x(cursor_ms), h, colours.cursor);
}

/** The samples, cut where there is a gap. */
function runs(samples: readonly Sample[]): Sample[][] {
  const all: Sample[][] = [];
  let last_ms = Number.NEGATIVE_INFINITY;
  for (const sample of samples) {
    if (sample.t_ms - last_ms > GAP_MS) all.push([]);
    all[all.length - 1]!.push(sample);
    last_ms = sample.t_ms;
  }
  return all;
}

function drawRun(
  c: CanvasRenderingContext2D,
  run: readonly Sample[],
  line: Line,
  x: (t_ms: number) => number,
  y: (value: number) => number,
  bottom: number,
): void {
  c.beginPath();
  for (const sample of run) c.lineTo(x(sample.t_ms), y(line.value(sample)));
  c.stroke();
  if (!line.filled) return;
  c.lineTo(x(run[run.length - 1]!.t_ms), bottom);
  c.lineTo(x(run[0]!.t_ms), bottom);
  c.globalAlpha = 0.16;
  c.fill();
  c.globalAlpha = 1;
}
