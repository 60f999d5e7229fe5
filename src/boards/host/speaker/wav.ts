/**
 * A speaker that keeps what would be heard: one WAV file for each clip, cut where the clip was cut, and one line of JSON
 * for each in `heard.jsonl`. It takes samples no faster than they would sound.
 */
import { appendFileSync, mkdirSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildWav, duration_s, SAMPLE_RATE_HZ } from "../../../announce/wav";
import type { AudioOut, AudioOutConstructor, AudioOutOptions } from "../../../board/speaker";

export const HEARD_LOG = "heard.jsonl";

/** One line of the log. Times are the unit's uptime. */
export interface Heard {
  /** Name of the WAV file beside the log. */
  readonly file: string;
  /** Name of the clip, `en_microsleep.wav`. */
  readonly clip: string;
  readonly start_ms: number;
  readonly end_ms: number;
  readonly duration_s: number;
  /** The clip was cut before its end. */
  readonly cut: boolean;
}

const BYTES_PER_MS = (2 * SAMPLE_RATE_HZ) / 1000;
/** As much as the board's output ring holds, about. */
const RING_BYTES = 12_288;
const TICK_MS = 40;

/** The number after the highest that a file in `dir` begins with. */
function nextNumber(dir: string): number {
  const numbers = readdirSync(dir).map((name) => Number(/^(\d+)_.*\.wav$/.exec(name)?.[1] ?? 0));
  return 1 + numbers.reduce((most, number) => Math.max(most, number), 0);
}

/** `now_ms` is the unit's clock. The constructor and `close` of the class throw where `dir` cannot be used. */
export function wavSpeaker(dir: string, now_ms: () => number): AudioOutConstructor {
  return class WavSpeaker implements AudioOut {
    readonly #options: AudioOutOptions;
    readonly #written: Uint8Array[] = [];
    #bytes = 0;
    #room = 0;
    /** When the first sample sounded. */
    #start_ms: number | null = null;
    #stop_ms: number | null = null;
    #tick: NodeJS.Timeout | null = null;

    constructor(options: AudioOutOptions) {
      this.#options = options;
      mkdirSync(dir, { recursive: true });
      readdirSync(dir);
    }

    start(): void {
      this.#tick = setInterval(() => this.#offer(), TICK_MS);
      setImmediate(() => this.#offer());
    }

    write(samples: Uint8Array): void {
      if (samples.length > this.#room) throw new Error("more samples than the speaker has room for");
      this.#start_ms ??= now_ms();
      this.#written.push(samples.slice());
      this.#bytes += samples.length;
      this.#room -= samples.length;
    }

    stop(): void {
      this.#stop_ms ??= now_ms();
    }

    close(): void {
      if (!this.#tick) return;
      clearInterval(this.#tick);
      this.#tick = null;
      if (this.#start_ms !== null) this.#keep(this.#start_ms);
    }

    /** Samples that sounded by `at_ms`, as bytes. */
    #sounded(at_ms: number): number {
      const played = this.#start_ms === null ? 0 : 2 * Math.floor(((at_ms - this.#start_ms) * BYTES_PER_MS) / 2);
      return Math.min(this.#bytes, played);
    }

    #offer(): void {
      if (!this.#tick) return;
      const room = RING_BYTES - (this.#bytes - this.#sounded(now_ms()));
      if (room <= this.#room) return;
      this.#room = room;
      this.#options.onWritable(room);
    }

    #keep(start_ms: number): void {
      const { name } = this.#options;
      const length = this.#sounded(this.#stop_ms ?? Number.POSITIVE_INFINITY);
      const pcm = Buffer.concat(this.#written).subarray(0, length);
      const file = `${String(nextNumber(dir)).padStart(4, "0")}_${name}`;
      const heard: Heard = {
        file,
        clip: name,
        start_ms: Math.round(start_ms),
        end_ms: Math.round(start_ms + duration_s(length) * 1000),
        duration_s: duration_s(length),
        cut: this.#stop_ms !== null,
      };
      // A reader that watches the folder never sees half a file.
      writeFileSync(join(dir, `${file}.part`), buildWav(pcm));
      renameSync(join(dir, `${file}.part`), join(dir, file));
      appendFileSync(join(dir, HEARD_LOG), `${JSON.stringify(heard)}\n`);
    }
  };
}
