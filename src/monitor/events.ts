import { RateCounter } from "./rate_counter";
import type { CueEvent } from "./state";

/** Counts what the driver did: since boot, per minute, and at the last frame. */
export class CueEvents {
  total = 0;
  last: CueEvent | null = null;
  readonly rates: Readonly<Record<CueEvent, RateCounter>> = {
    blink: new RateCounter(),
    long_blink: new RateCounter(),
    yawn: new RateCounter(),
    nod: new RateCounter(),
  };

  /** Starts a frame. */
  advance(now_ms: number): void {
    this.last = null;
    this.rates.blink.advance(now_ms);
    this.rates.long_blink.advance(now_ms);
    this.rates.yawn.advance(now_ms);
    this.rates.nod.advance(now_ms);
  }

  add(event: CueEvent | null): void {
    if (event === null) return;
    this.total += 1;
    this.last = event;
    this.rates[event].add();
  }
}
