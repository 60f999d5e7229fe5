/** One clip on its way to the speaker. */
import type { AudioOut, AudioOutConstructor } from "../board/speaker";
import type { TimerId, Timers } from "../board/timers";
import type { Clip } from "./clips";
import { messageOf } from "./message";
import { duration_s, SAMPLE_RATE_HZ } from "./wav";

/** An output that still works this long after it took the first samples counts as heard. A missing device fails sooner. [ours] */
const PROOF_MS = 250;
/** Between the last sample by the clock and the close: output buffers are late by this much. [SDK's DMA ring: 0.38 s at most] */
const TAIL_MS = 400;
/** A clip that is so much over its time has stalled. [ours] */
const STALL_MS = 2000;

export class Playback {
  readonly #timers: Timers;
  readonly #pcm: Uint8Array;
  readonly #duration_ms: number;
  readonly #done: (error: string) => void;
  readonly #proofs: ((heard: boolean) => void)[] = [];
  #out: AudioOut | null = null;
  #at = 0;
  #began_ms: number | null = null;
  #alarm: TimerId | null = null;
  #proof: TimerId | null = null;
  /** Null until it is known. */
  #heard: boolean | null = null;

  /**
   * Starts at once. `done` is called once, never from here, when the clip was played or cut (with empty text) or when
   * the output failed (with the reason). Throws where the output cannot be opened.
   */
  constructor(Out: AudioOutConstructor, timers: Timers, clip: Clip, done: (error: string) => void) {
    this.#timers = timers;
    this.#pcm = clip.pcm;
    this.#duration_ms = duration_s(clip.pcm.length) * 1000;
    this.#done = done;
    const out = new Out({
      audioType: "LPCM",
      sampleRate: SAMPLE_RATE_HZ,
      channels: 1,
      bitsPerSample: 16,
      name: clip.name,
      onWritable: (bytes) => this.#feed(bytes),
      onError: (reason) => this.#end(reason),
    });
    this.#out = out;
    try {
      out.start();
    } catch (error) {
      this.#out = null;
      out.close();
      throw error;
    }
    this.#alarm = timers.set(() => this.#end("the speaker takes no samples"), this.#duration_ms + STALL_MS);
  }

  /** Fulfilled as soon as it is known whether a person hears the clip: true when the output works, false when it failed or was cut before. */
  get heard(): Promise<boolean> {
    if (this.#heard !== null) return Promise.resolve(this.#heard);
    return new Promise((resolve) => this.#proofs.push(resolve));
  }

  /** Cuts the clip; harmless when it is over. */
  stop(): void {
    this.#out?.stop();
    this.#end("");
  }

  #feed(room: number): void {
    if (!this.#out || this.#at === this.#pcm.length) return;
    const count = Math.min(room - (room % 2), this.#pcm.length - this.#at);
    if (count <= 0) return;
    try {
      this.#out.write(this.#pcm.subarray(this.#at, this.#at + count));
    } catch (error) {
      this.#end(messageOf(error));
      return;
    }
    this.#at += count;
    const now_ms = this.#timers.now_ms();
    if (this.#began_ms === null) {
      this.#began_ms = now_ms;
      this.#proof = this.#timers.set(() => this.#settle(true), PROOF_MS);
    }
    if (this.#at < this.#pcm.length) return;
    if (this.#alarm) this.#timers.clear(this.#alarm);
    const left_ms = Math.max(0, this.#began_ms + this.#duration_ms - now_ms);
    this.#alarm = this.#timers.set(() => this.#end(""), left_ms + TAIL_MS);
  }

  #settle(heard: boolean): void {
    if (this.#heard !== null) return;
    this.#heard = heard;
    if (this.#proof) this.#timers.clear(this.#proof);
    for (const resolve of this.#proofs) resolve(heard);
  }

  #end(error: string): void {
    const out = this.#out;
    if (!out) return;
    this.#out = null;
    if (this.#alarm) this.#timers.clear(this.#alarm);
    this.#settle(false);
    let reason = error;
    try {
      out.close();
    } catch (failure) {
      reason ||= messageOf(failure);
    }
    this.#done(reason);
  }
}
