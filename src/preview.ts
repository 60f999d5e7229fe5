/**
 * The preview feed: asks vision for JPEGs only while somebody looks, and hands out the newest.
 * Encoding is the most expensive thing that a viewer can cause, so with nobody looking it does not run.
 */
import type { TimerId, Timers } from "./board/timers";
import type { Vision } from "./board/vision";
import { PREVIEW_FRESH_MS, PREVIEW_LINGER_MS } from "./constants";

interface Waiter {
  resolve(jpeg: Uint8Array | null): void;
  timer: TimerId | null;
}

export class PreviewFeed {
  #vision: Vision;
  #timers: Timers;
  #fps: number;
  #quality: number;
  #viewers = 0;
  #running = false;
  #linger: TimerId | null = null;
  #jpeg: Uint8Array | null = null;
  #taken_ms = 0;
  #waiting: Waiter[] = [];

  /** `fps` 1-20 and `quality` 10-95 as the settings say. */
  constructor(vision: Vision, timers: Timers, fps: number, quality: number) {
    this.#vision = vision;
    this.#timers = timers;
    this.#fps = fps;
    this.#quality = quality;
  }

  /** The settings changed: they hold from the next frame on. */
  configure(fps: number, quality: number): void {
    this.#fps = fps;
    this.#quality = quality;
    if (this.#running) this.#vision.preview(fps, quality);
  }

  /** The number of stream clients changed. */
  setViewers(viewers: number): void {
    this.#viewers = viewers;
    this.#run();
  }

  /** Vision made a JPEG. */
  publish(jpeg: Uint8Array): void {
    this.#jpeg = jpeg;
    this.#taken_ms = this.#timers.now_ms();
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#settle(waiting, jpeg);
  }

  /** The present picture; null when none comes within `PREVIEW_FRESH_MS` (before the first frame, or a dead camera). */
  frame(): Promise<Uint8Array | null> {
    this.#keepWarm();
    const period_ms = 1000 / this.#fps;
    if (this.#jpeg && this.#timers.now_ms() - this.#taken_ms <= 2 * period_ms) return Promise.resolve(this.#jpeg);
    return new Promise((resolve) => {
      const waiter: Waiter = { resolve, timer: null };
      waiter.timer = this.#timers.set(() => {
        this.#waiting = this.#waiting.filter((other) => other !== waiter);
        resolve(null);
      }, PREVIEW_FRESH_MS);
      this.#waiting.push(waiter);
    });
  }

  /** Ends every wait; nothing is encoded any more. */
  close(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#settle(waiting, null);
    this.#viewers = 0;
    if (this.#linger !== null) this.#timers.clear(this.#linger);
    this.#linger = null;
    this.#run();
  }

  #settle(waiting: readonly Waiter[], jpeg: Uint8Array | null): void {
    for (const { resolve, timer } of waiting) {
      if (timer !== null) this.#timers.clear(timer);
      resolve(jpeg);
    }
  }

  #keepWarm(): void {
    if (this.#linger !== null) this.#timers.clear(this.#linger);
    this.#linger = this.#timers.set(() => {
      this.#linger = null;
      this.#run();
    }, PREVIEW_LINGER_MS);
    this.#run();
  }

  #run(): void {
    const wanted = this.#viewers > 0 || this.#linger !== null;
    if (wanted === this.#running) return;
    this.#running = wanted;
    this.#vision.preview(wanted ? this.#fps : 0, this.#quality);
  }
}
