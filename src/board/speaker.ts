/**
 * Audio out in the class pattern of ECMA-419, cut down to what every port of the Moddable SDK offers alike, so that on
 * the board this is the SDK's own `embedded:io/audio/out`. Types only.
 */

export interface AudioOutOptions {
  readonly audioType: "LPCM";
  readonly sampleRate: number;
  readonly channels: number;
  readonly bitsPerSample: number;
  /** What is played, for machines that keep a log of it. The SDK ignores it. */
  readonly name: string;
  /** Up to `bytes` more can be written. Never called from within the constructor, `start` or `write`. */
  onWritable(bytes: number): void;
  /** The output broke; `message` says why. Comes at most once; nothing is heard any more. The SDK's class throws instead. */
  onError?(message: string): void;
}

export interface AudioOut {
  /** Begins to play; throws where the output cannot. */
  start(): void;
  /** Takes whole samples, 16-bit little-endian. Throws for more than the last `onWritable` and the writes since left room for. */
  write(samples: Uint8Array): void;
  /** Ends at once: what was written and not heard yet is lost. */
  stop(): void;
  /** Gives the output back. Without `stop` before it a machine may still play what was written. No callback comes afterwards. */
  close(): void;
}

/** Throws where there is no such output. */
export type AudioOutConstructor = new (options: AudioOutOptions) => AudioOut;
