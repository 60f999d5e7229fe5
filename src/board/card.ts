/**
 * A memory card, as little of it as the product needs; ECMA-419's file classes promise nothing about power cuts.
 * Paths are `NAME` or `FOLDER/.../NAME` with `/`, names after 8.3 where the product chooses them. Types only.
 * Every promise is rejected with an Error in plain words where the medium fails; `mounted` then says whether the card is still there.
 */

export interface CardSpace {
  /** Bytes. */
  readonly total: number;
  /** Bytes that can still be written. */
  readonly free: number;
}

export interface Card {
  /** What a person knows it by. */
  readonly name: string;
  readonly mounted: boolean;
  /** Makes the card usable, also after it was taken out. Rejected where there is none. */
  mount(): Promise<void>;
  space(): Promise<CardSpace>;
  /** Calls `visit` with each name in `folder` (the empty path is the card itself), in no order; not at all where there is no such folder. */
  list(folder: string, visit: (name: string) => void): Promise<void>;
  /** A whole file; null where there is none. Rejected, unread, for a file above `max_bytes`. */
  read(path: string, max_bytes: number): Promise<Uint8Array | null>;
  /** The first `bytes` of a file (fewer where it is shorter) and its whole size; null where there is none. */
  head(path: string, bytes: number): Promise<{ readonly head: Uint8Array; readonly size: number } | null>;
  /**
   * Writes a whole file, and the folders above it. Durable when fulfilled, and atomic: after a power cut the path holds
   * all of it or what it held before. One write at a time.
   */
  write(path: string, bytes: Uint8Array): Promise<void>;
  makeFolder(path: string): Promise<void>;
  /** Deletes a file; false where there was none. */
  remove(path: string): Promise<boolean>;
  /** Deletes a folder where it is empty; one that is not stays. */
  removeFolder(path: string): Promise<void>;
}
