/** A trace held in memory: recorded here or loaded, with the settings that count as its original ones. */

import type { FrameObservation } from "../../../src/monitor/observation";
import { DEFAULT_SETTINGS, type MonitorSettings } from "../../../src/monitor/settings";
import { formatObservation, parseObservation } from "../../../src/monitor/trace";
import { BadLine, batches } from "../../../tools/replay/lines";

/** Half an hour at 25 frames a second, some 12 MB. */
export const FRAMES_MAX = 45_000;
const BATCH = 1000;

export interface Trace {
  readonly lines: readonly string[];
  readonly settings: MonitorSettings;
}

/** Lets everything else run in between: a long trace must not stop the camera. */
export const breathe = () => new Promise<void>((resolve) => setImmediate(resolve));

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

/**
 * Reads a trace file. Its original settings are the defaults, as the unit's are.
 * @throws Error whose message begins with the line that is wrong
 */
export async function loadTrace(text: string): Promise<Trace> {
  const lines: string[] = [];
  try {
    for await (const batch of batches(once(text), BATCH)) {
      for (const line of batch) {
        if (lines.length >= FRAMES_MAX) throw new BadLine(lines.length + 1, `more than ${FRAMES_MAX} frames`);
        try {
          parseObservation(line);
        } catch (error) {
          throw new BadLine(lines.length + 1, (error as Error).message);
        }
        lines.push(line);
        if (lines.length % BATCH === 0) await breathe();
      }
    }
  } catch (error) {
    if (error instanceof BadLine) throw new Error(`line ${error.line}: ${error.message}`);
    throw error;
  }
  if (lines.length === 0) throw new Error("line 1: the trace is empty");
  return { lines, settings: DEFAULT_SETTINGS };
}

/** Records what the decisions are given, until it is stopped or full. */
export class TraceRecorder {
  readonly #lines: string[] = [];
  readonly #settings: MonitorSettings;

  /** `settings` are those in force at the start. */
  constructor(settings: MonitorSettings) {
    this.#settings = settings;
  }

  get frames(): number {
    return this.#lines.length;
  }

  /** False once it is full. */
  write(o: FrameObservation): boolean {
    if (this.#lines.length >= FRAMES_MAX) return false;
    this.#lines.push(formatObservation(o));
    return true;
  }

  get trace(): Trace {
    return { lines: this.#lines, settings: this.#settings };
  }
}
