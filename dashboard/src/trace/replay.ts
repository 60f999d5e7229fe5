/** The same decisions over a recorded trace: under its own settings, and under others beside them. */
import { Monitor } from "../../../src/monitor/monitor";
import type { AlertReason } from "../../../src/monitor/reason";
import type { MonitorSettings } from "../../../src/monitor/settings";
import type { Verdict } from "../../../src/monitor/state";
import { parseObservation } from "../../../src/monitor/trace";
import { BANNERS } from "../engine/banners";
import { breathe, type Trace } from "./trace";

const BATCH = 1000;
/** Points of a risk curve: more than a chart has pixels for. */
const POINTS_MAX = 600;

export interface ReplayedAlert {
  readonly kind: string;
  readonly reason: AlertReason;
  /** Seconds since the first frame of the trace. */
  readonly t_s: number;
}

export interface Replayed {
  readonly alerts: readonly ReplayedAlert[];
  /** Highest risk of each of at most 600 equal stretches of frames, 0-1. */
  readonly risk: readonly number[];
}

/** The verdict of every frame, from a monitor as after boot. */
export async function verdicts(
  { lines }: Trace,
  settings: MonitorSettings,
  onVerdict: (v: Verdict) => void,
): Promise<void> {
  const monitor = new Monitor(settings);
  for (const [i, line] of lines.entries()) {
    onVerdict(monitor.observe(parseObservation(line)));
    if (i % BATCH === BATCH - 1) await breathe();
  }
}

export async function replay(trace: Trace, settings: MonitorSettings): Promise<Replayed> {
  const alerts: ReplayedAlert[] = [];
  const stretch = Math.max(1, Math.ceil(trace.lines.length / POINTS_MAX));
  const risk: number[] = [];
  let start_ms: number | null = null;
  let frame = 0;
  await verdicts(trace, settings, (v) => {
    start_ms ??= v.t_ms;
    const at = Math.floor(frame / stretch);
    risk[at] = Math.max(risk[at] ?? 0, v.risk);
    frame += 1;
    if (v.alert !== null) {
      const t_s = Math.round(v.t_ms - start_ms) / 1000;
      alerts.push({ kind: BANNERS[v.alert], reason: v.alert, t_s });
    }
  });
  return { alerts, risk };
}

/** Seconds from the first frame to the last. */
export function duration(trace: Trace): number {
  const first = parseObservation(trace.lines[0]!);
  const last = parseObservation(trace.lines.at(-1)!);
  return Math.max(0, Math.round(last.t_ms - first.t_ms) / 1000);
}
