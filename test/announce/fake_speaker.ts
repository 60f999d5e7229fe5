import type { AudioOut, AudioOutConstructor, AudioOutOptions } from "../../src/board/speaker";

/** What one output was told, in order: `start`, `write N`, `stop`, `close`. */
export interface Output {
  readonly options: AudioOutOptions;
  readonly calls: string[];
  readonly written: number[];
}

export interface FakeSpeaker {
  readonly AudioOut: AudioOutConstructor;
  readonly outputs: Output[];
  /** The constructor throws this. */
  fault: string | null;
  /** `start` throws this. */
  start_fault: string | null;
}

/** An output that takes samples only when the test calls `onWritable`. */
export function fakeSpeaker(): FakeSpeaker {
  const speaker: FakeSpeaker = { AudioOut: undefined as never, outputs: [], fault: null, start_fault: null };
  class Fake implements AudioOut {
    readonly #output: Output;

    constructor(options: AudioOutOptions) {
      if (speaker.fault !== null) throw new Error(speaker.fault);
      this.#output = { options, calls: [], written: [] };
      speaker.outputs.push(this.#output);
    }

    start(): void {
      this.#output.calls.push("start");
      if (speaker.start_fault !== null) throw new Error(speaker.start_fault);
    }

    write(samples: Uint8Array): void {
      this.#output.calls.push(`write ${samples.length}`);
      for (const byte of samples) this.#output.written.push(byte);
    }

    stop(): void {
      this.#output.calls.push("stop");
    }

    close(): void {
      this.#output.calls.push("close");
    }
  }
  return Object.assign(speaker, { AudioOut: Fake });
}
