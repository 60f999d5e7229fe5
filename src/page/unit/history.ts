/** What the plots draw: the last two minutes of the status. */
import type { ReasonToken, Status } from "./documents";

export const HISTORY_MS = 120_000;

export interface Sample {
  /** Uptime of the unit, ms. */
  readonly t_ms: number;
  readonly risk: number;
  readonly trigger: number;
  readonly perclos: number;
  /** How closed the eyes are, 0-1. */
  readonly closed: number;
  readonly rates: Status["rates"];
  /** Announced since the sample before; null where nothing was. */
  readonly alert: ReasonToken | null;
}

export class History {
  #samples: Sample[] = [];
  #count: number | null = null;

  /** Oldest first. */
  get samples(): readonly Sample[] {
    return this.#samples;
  }

  add({ uptime_ms: t_ms, risk, eyes, rates, alert }: Status): void {
    const last = this.#samples[this.#samples.length - 1];
    if (last && t_ms < last.t_ms) {
      // The unit started anew: its clock did too.
      this.#samples = [];
      this.#count = null;
    }
    const announced = this.#count !== null && alert.count > this.#count && alert.reason !== "";
    this.#count = alert.count;
    this.#samples.push({
      t_ms,
      risk: risk.score,
      trigger: risk.trigger,
      perclos: eyes.perclos,
      closed: eyes.smooth,
      rates,
      alert: announced ? (alert.reason as ReasonToken) : null,
    });
    const from = this.#samples.findIndex((sample) => sample.t_ms >= t_ms - HISTORY_MS);
    if (from > 0) this.#samples.splice(0, from);
  }
}
