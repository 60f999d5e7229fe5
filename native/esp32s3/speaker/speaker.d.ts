/**
 * `dg/speaker`: I2S voice. The SDK's own audio output waits for its DMA ring when it is written to and begins a ring late
 * (6 x 128 ms): too slow for an alarm. Here a task feeds the wire from a ring in external RAM, and XS never waits.
 */
import type { AudioOutOptions } from "../../../src/board/speaker";

/** Exactly the Board's AudioOut, 16-bit mono. One at a time. */
export default class NativeSpeaker {
  /** Throws `speaker in use`, or `no speaker: ESP_ERR_...` where the peripheral cannot be had. */
  constructor(options: AudioOutOptions);
  start(): void;
  /** Copies. Throws for more than the room that `onWritable` and the writes since left, and for half samples. */
  write(samples: Uint8Array): void;
  /** Silence at once. */
  stop(): void;
  close(): void;
}
