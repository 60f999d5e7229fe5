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

  private second = 0;

  /** Starts a frame. */
  advance(now_ms: number): void {
    this.last = null;
    const second = Math.floor(now_ms / 1000);
    if (second === this.second) return;
    this.second = second;
    this.rates.blink.advance(second);
    this.rates.long_blink.advance(second);
    this.rates.yawn.advance(second);
    this.rates.nod.advance(second);
  }

  add(event: CueEvent | null): void {
    if (event === null) return;
    this.total += 1;
    this.last = event;
    this.rates[event].add();
  }
}
