/** The memory card of the board: the native requests as promises. */
import type { Card, CardSpace } from "../../board/card";

type Done<T> = (error: string | null, result: T) => void;

/** What this needs of `dg/card`. */
export interface NativeCard {
  readonly mounted: boolean;
  readonly name: string;
  mount(done: Done<undefined>): void;
  space(done: Done<{ total: number; free: number }>): void;
  list(folder: string, done: Done<string>): void;
  read(path: string, offset: number, max_bytes: number, done: Done<{ bytes: ArrayBuffer; size: number } | null>): void;
  write(path: string, bytes: Uint8Array, done: Done<undefined>): void;
  makeFolder(path: string, done: Done<undefined>): void;
  remove(path: string, done: Done<boolean>): void;
  removeFolder(path: string, done: Done<undefined>): void;
}

function ask<T>(request: (done: Done<T>) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    request((error, result) => {
      if (error === null) resolve(result);
      else reject(new Error(error));
    });
  });
}

export class BoardCard implements Card {
  readonly #native: NativeCard;

  constructor(native: NativeCard) {
    this.#native = native;
  }

  get name(): string {
    return this.#native.name;
  }

  get mounted(): boolean {
    return this.#native.mounted;
  }

  mount(): Promise<void> {
    return ask<undefined>((done) => this.#native.mount(done));
  }

  space(): Promise<CardSpace> {
    return ask<CardSpace>((done) => this.#native.space(done));
  }

  async list(folder: string, visit: (name: string) => void): Promise<void> {
    const names = await ask<string>((done) => this.#native.list(folder, done));
    if (names === "") return;
    for (const name of names.split("\n")) visit(name);
  }

  async read(path: string, max_bytes: number): Promise<Uint8Array | null> {
    const found = await this.head(path, max_bytes);
    if (!found) return null;
    if (found.size > max_bytes) throw new Error(`${found.size} bytes, at most ${max_bytes}`);
    return found.head;
  }

  async head(path: string, bytes: number): Promise<{ head: Uint8Array; size: number } | null> {
    const found = await ask<{ bytes: ArrayBuffer; size: number } | null>((done) =>
      this.#native.read(path, 0, bytes, done),
    );
    return found && { head: new Uint8Array(found.bytes), size: found.size };
  }

  write(path: string, bytes: Uint8Array): Promise<void> {
    return ask<undefined>((done) => this.#native.write(path, bytes, done));
  }

  makeFolder(path: string): Promise<void> {
    return ask<undefined>((done) => this.#native.makeFolder(path, done));
  }

  remove(path: string): Promise<boolean> {
    return ask<boolean>((done) => this.#native.remove(path, done));
  }

  removeFolder(path: string): Promise<void> {
    return ask<undefined>((done) => this.#native.removeFolder(path, done));
  }
}
