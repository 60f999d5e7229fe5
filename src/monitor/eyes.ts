import { EyeLevel } from "./eye_level";
import { clamp } from "./number";
import type { EyeSide } from "./observation";
import type { MonitorSettings } from "./settings";
import { ShareWindow } from "./share_window";

/** A closure that just ended: how long it lasted makes it a blink or a long blink. */
export type EyeEvent = "blink" | "long_blink";

/** Reading from which one eye alone counts as closed. */
const READS_CLOSED = 0.5;
/** ... and below which it is plainly open: a false reading of a closed eye seldom gets there. */
const READS_OPEN = 0.25;

/** Long blinks that are remembered at most; more than RISK_LONG_BLINKS_FULL add nothing. */
const LONG_BLINKS_KEPT = 8;

/**
 * Turns P(closed) of alternating eyes into shut or open, closures and shares of time.
 * Two readings in a row make one judgement, so that one false reading neither shuts nor opens the eyes, and a blink
 * keeps its length at every frame rate.
 */
export class Eyes {
  /** The last reading as the model gave it, 0-1. */
  closed = 0;
  /** Mean of the last two readings, each without its eye's open level. */
  smooth = 0;
  shut = false;
  /** No reading for longer than this ends a closure, ms; set by the owner, like the lengths of the shares. */
  gap_max_ms = 0;
  /** Closed share of the last PERCLOS_WINDOW_S and of the last SUSTAINED_WINDOW_S. */
  readonly recent = new ShareWindow();
  readonly sustained = new ShareWindow();
  private readonly left = new EyeLevel();
  private readonly right = new EyeLevel();
  private readonly long_blinks = new Float64Array(LONG_BLINKS_KEPT).fill(-Infinity);
  private long_blink_next = 0;
  private last_long_blink_ms = -Infinity;
  /** Time of the last reading, ms; -Infinity before the first. */
  private last_ms = -Infinity;
  private last_value = 0;
  /** There are readings in the shares. */
  private seen = false;
  /** The closure under way has been announced as a microsleep. */
  private told = false;
  /** Moments within this closure in which the eyes may have been open. */
  private doubts = 0;
  /** First closed reading after that moment. */
  private resumed_ms = 0;
  private start_ms = 0;
  /** Last reading of this closure that was closed by itself, and by the mean. */
  private last_closed_ms = 0;
  private last_shut_ms = 0;

  /** How long the eyes have been shut, ms; 0 while they are open. */
  get closure_ms(): number {
    return this.shut ? this.last_closed_ms - this.start_ms : 0;
  }

  /** The eyes have been shut for so long that it is a microsleep; they still read closed. A doubted closure must last longer. */
  isMicrosleep(s: MonitorSettings): boolean {
    if (this.last_value < READS_CLOSED) return false;
    return this.closure_ms >= (s.MICROSLEEP_S + (this.doubts > 0 ? s.MICROSLEEP_DOUBT_S : 0)) * 1000;
  }

  /** A closure that may still become a microsleep: too long for a blink, and no row of blinks. */
  mayBecomeMicrosleep(s: MonitorSettings): boolean {
    return this.closure_ms >= s.RISK_CLOSURE_HIGH_S * 1000 && this.doubts < 2 && !this.isMicrosleep(s);
  }

  /** Takes one reading. Returns the closure that it ended, if any. */
  update(side: EyeSide, closed: number, now_ms: number, s: MonitorSettings): EyeEvent | null {
    this.tick(now_ms, s);
    // What is no number is no reading, and a second one of the same instant tells nothing more.
    if (!Number.isFinite(closed) || now_ms <= this.last_ms) return null;
    const step_ms = now_ms - this.last_ms;
    const level = side === "right" ? this.right : this.left;
    this.closed = clamp(closed, 0, 1);
    const value = level.correct(this.closed, s);
    const paired = step_ms <= s.EYE_PAIR_MAX_S * 1000;
    this.smooth = paired ? (value + this.last_value) / 2 : value;
    const event = this.shut ? this.whileShut(value, now_ms, s) : this.whileOpen(value, paired, now_ms, s);
    // A share takes each reading by itself: false ones hardly change it, and no smoothing shortens a quick blink.
    const reads_closed = value >= READS_CLOSED;
    this.recent.push(reads_closed);
    this.sustained.push(reads_closed && !this.told);
    if (!this.shut && this.closed < s.EYE_CLOSED_THRESHOLD && Number.isFinite(step_ms)) {
      level.learn(this.closed, Math.min(step_ms / 1000, s.EYE_GAP_MAX_S), s);
    }
    this.seen = true;
    this.last_ms = now_ms;
    this.last_value = value;
    return event;
  }

  /** Lets time pass without a reading: what is not seen does not count as closed. */
  tick(now_ms: number, s: MonitorSettings): void {
    const silence_ms = now_ms - this.last_ms;
    if (silence_ms > this.gap_max_ms) this.interrupt();
    if (silence_ms > s.PERCLOS_WINDOW_S * 1000 && this.seen) this.clearShares();
  }

  /** Long blinks within the last LONG_BLINK_WINDOW_S. */
  longBlinks(now_ms: number, s: MonitorSettings): number {
    const since_ms = now_ms - s.LONG_BLINK_WINDOW_S * 1000;
    if (this.last_long_blink_ms < since_ms) return 0;
    let count = 0;
    // Counted by hand: an iterator costs several times as much on the board.
    for (let i = 0; i < LONG_BLINKS_KEPT; i += 1) if ((this.long_blinks[i] ?? 0) >= since_ms) count += 1;
    return count;
  }

  /** Ends the closure under way without calling it a blink: its end was not seen. */
  interrupt(): void {
    this.shut = false;
    this.told = false;
    this.smooth = 0;
    this.last_value = 0;
  }

  /** The closure under way has been announced as a microsleep: it is no evidence of slow blinks on top of that. */
  tell(): void {
    this.told = true;
    this.sustained.clear();
    this.clearLongBlinks();
  }

  /** Another driver may come: forgets everything. */
  reset(): void {
    this.interrupt();
    this.clearShares();
    this.left.reset();
    this.right.reset();
    this.closed = 0;
    this.last_ms = -Infinity;
  }

  private whileOpen(value: number, paired: boolean, now_ms: number, s: MonitorSettings): null {
    if (this.smooth < s.EYE_CLOSED_THRESHOLD) return null;
    this.shut = true;
    this.doubts = 0;
    // The mean lags by one reading: the closure began with the first reading that was closed by itself.
    this.start_ms = paired && this.last_value >= READS_CLOSED ? this.last_ms : now_ms;
    this.last_closed_ms = value >= READS_CLOSED ? now_ms : this.start_ms;
    this.last_shut_ms = now_ms;
    return null;
  }

  private whileShut(value: number, now_ms: number, s: MonitorSettings): EyeEvent | null {
    if (value >= READS_CLOSED) {
      if (this.last_value < READS_OPEN) this.doubt(now_ms, s);
      this.last_closed_ms = now_ms;
    }
    if (this.smooth > s.EYE_CLOSED_THRESHOLD - s.EYE_HYSTERESIS) {
      this.last_shut_ms = now_ms;
      return null;
    }
    if (now_ms - this.last_shut_ms < s.EYE_REOPEN_S * 1000) return null;
    const { told } = this;
    this.shut = false;
    this.told = false;
    // n readings stand for n intervals: the first and the last closed one are n - 1 apart.
    const interval_ms = Math.min(now_ms - this.last_ms, s.EYE_PAIR_MAX_S * 1000);
    const long = this.last_closed_ms - this.start_ms + interval_ms >= s.LONG_BLINK_S * 1000;
    if (!long) return "blink";
    if (!told) {
      this.last_long_blink_ms = now_ms;
      this.long_blinks[this.long_blink_next] = now_ms;
      this.long_blink_next = (this.long_blink_next + 1) % LONG_BLINKS_KEPT;
    }
    return "long_blink";
  }

  /**
   * The eyes read closed again, and still count as shut. At a low frame rate a moment long enough to be open in holds a
   * single reading: once that may be a false one, twice the closure is a row of blinks and counts from the last one.
   */
  private doubt(now_ms: number, s: MonitorSettings): void {
    if (now_ms - this.last_closed_ms < s.EYE_OPEN_MIN_S * 1000) return;
    if (this.doubts > 0) this.start_ms = this.resumed_ms;
    this.doubts += 1;
    this.resumed_ms = now_ms;
  }

  private clearShares(): void {
    this.seen = false;
    this.recent.clear();
    this.sustained.clear();
    this.clearLongBlinks();
  }

  private clearLongBlinks(): void {
    this.long_blinks.fill(-Infinity);
    this.last_long_blink_ms = -Infinity;
  }
}
