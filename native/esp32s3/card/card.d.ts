/** `dg/card`: a FAT memory card on the SDMMC peripheral (1 bit), worked on in a task of its own so that XS never waits for it. */

/** `error` is null or plain words for a person: "no card", "the card is full", "the card cannot be written", "card error NAME". */
export type Done<T = undefined> = (error: string | null, result: T) => void;

export interface NativeCardOptions {
  readonly clock_gpio: number;
  readonly command_gpio: number;
  readonly data_gpio: number;
}

/**
 * Requests run one after the other in the order they came; each ends with its callback, on XS's task. At most 16 wait: the
 * callback of one more gets "the card is busy". Paths as `board/card.ts` gives them.
 */
export default class NativeCard {
  constructor(options: NativeCardOptions);
  /** As of the latest request that ended. */
  readonly mounted: boolean;
  /** Maker's name and size in words once mounted; "SD" before. */
  readonly name: string;
  mount(done: Done): void;
  space(done: Done<{ total: number; free: number }>): void;
  /** All names of a folder, joined by `\n`; the empty string where it is empty or absent. `.` and `..` are left out. */
  list(folder: string, done: Done<string>): void;
  /** At most `max_bytes` of the file from `offset`, with its whole size; null where there is none. `bytes` is a native buffer. */
  read(path: string, offset: number, max_bytes: number, done: Done<{ bytes: ArrayBuffer; size: number } | null>): void;
  /** Atomic and durable, makes the folders above. The bytes are copied before this returns. */
  write(path: string, bytes: Uint8Array, done: Done): void;
  makeFolder(path: string, done: Done): void;
  /** False where there was none. */
  remove(path: string, done: Done<boolean>): void;
  removeFolder(path: string, done: Done): void;
  close(): void;
}
