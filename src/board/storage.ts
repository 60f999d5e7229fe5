/**
 * Key-value storage by ECMA-419's class pattern: the SDK's `embedded:storage/key-value` on the board (NVS), files on a computer.
 * One `write` or `delete` is atomic: after a power cut the key holds its old or its new value.
 */

/** Longest key that every board takes. [NVS: 15 characters] */
export const STORAGE_KEY_MAX = 15;

export interface StorageOpenOptions {
  /** Name of the domain; at most 15 letters and digits. */
  readonly path: string;
}

/** One open domain, in `buffer` format. Every method throws where the medium fails. */
export interface KeyValue extends Iterable<string> {
  /** The value as bytes; undefined where the key is absent. */
  read(key: string): ArrayBuffer | undefined;
  /** Durable when it returns. */
  write(key: string, value: Uint8Array): void;
  /** An absent key is no error. */
  delete(key: string): void;
  close(): void;
}

export interface KeyValueStorage {
  /** Throws where the medium cannot be used. */
  open(options: StorageOpenOptions): KeyValue;
}
