/**
 * ECMA-419 key-value storage on a computer: a folder per domain, a file per key.
 * A value is replaced by writing a temporary file, flushing it, renaming it over the old one and flushing the folder,
 * so the key holds its old or its new value whenever the power goes.
 */
import * as nodeFs from "node:fs";
import { join } from "node:path";
import { type KeyValue, type KeyValueStorage, STORAGE_KEY_MAX, type StorageOpenOptions } from "../../../board/storage";

/** What this needs of `node:fs`; a test hands in one that fails. */
export type FileCalls = Pick<
  typeof nodeFs,
  | "closeSync"
  | "fsyncSync"
  | "mkdirSync"
  | "openSync"
  | "readdirSync"
  | "readFileSync"
  | "renameSync"
  | "rmSync"
  | "writeSync"
>;

const VALUE = ".bin";
const UNFINISHED = ".tmp";
const KEY = new RegExp(`^[A-Za-z0-9][A-Za-z0-9_.-]{0,${STORAGE_KEY_MAX - 1}}$`);

/** Key-value storage in `folder`, which is made when the first domain is opened. */
export function fileStorage(folder: string, fs: FileCalls = nodeFs): KeyValueStorage {
  return { open: ({ path }: StorageOpenOptions) => new FileKeyValue(join(folder, checked(path)), fs) };
}

function checked(name: string): string {
  if (!KEY.test(name))
    throw new RangeError(
      `storage name '${name}' is not 1 to ${STORAGE_KEY_MAX} letters, digits and _ . -, the first a letter or digit`,
    );
  return name;
}

class FileKeyValue implements KeyValue {
  #folder: string;
  #fs: FileCalls;

  constructor(folder: string, fs: FileCalls) {
    this.#folder = folder;
    this.#fs = fs;
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of fs.readdirSync(folder)) {
      if (name.endsWith(UNFINISHED)) fs.rmSync(join(folder, name), { force: true });
    }
  }

  read(key: string): ArrayBuffer | undefined {
    try {
      const bytes = this.#fs.readFileSync(this.#path(key));
      return new Uint8Array(bytes).buffer;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    }
  }

  write(key: string, value: Uint8Array): void {
    const path = this.#path(key);
    const unfinished = path + UNFINISHED;
    // Credentials lie here as they are: nobody else on this computer needs to read them.
    const file = this.#fs.openSync(unfinished, "w", 0o600);
    try {
      let at = 0;
      while (at < value.length) at += this.#fs.writeSync(file, value, at);
      this.#fs.fsyncSync(file);
    } finally {
      this.#fs.closeSync(file);
    }
    this.#fs.renameSync(unfinished, path);
    this.#flushFolder();
  }

  delete(key: string): void {
    this.#fs.rmSync(this.#path(key), { force: true });
    this.#flushFolder();
  }

  close(): void {}

  *[Symbol.iterator](): Iterator<string> {
    for (const name of this.#fs.readdirSync(this.#folder)) {
      if (name.endsWith(VALUE)) yield name.slice(0, -VALUE.length);
    }
  }

  #path(key: string): string {
    return join(this.#folder, checked(key) + VALUE);
  }

  #flushFolder(): void {
    // Windows opens no folder as a file; its file system orders renames by itself.
    if (process.platform === "win32") return;
    const folder = this.#fs.openSync(this.#folder, "r");
    try {
      this.#fs.fsyncSync(folder);
    } finally {
      this.#fs.closeSync(folder);
    }
  }
}
