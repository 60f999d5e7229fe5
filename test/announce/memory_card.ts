import type { Card, CardSpace } from "../../src/board/card";

/** A card in memory that a test can take out, fill up, break and slow down. Runs on XS too. */
export class MemoryCard implements Card {
  readonly name = "memory";
  readonly files = new Map<string, Uint8Array>();
  readonly folders = new Set<string>();
  mounted = false;
  /** There is a card in the slot. */
  present = true;
  capacity = 1_000_000;
  /** Every operation is rejected with this text. */
  broken: string | null = null;
  /** Writes wait for it. */
  gate: Promise<void> = Promise.resolve();
  /** Operations from now on that still work; the power goes at the next one. */
  power = Number.POSITIVE_INFINITY;

  async mount(): Promise<void> {
    this.mounted = false;
    if (!this.present) throw new Error("no card");
    this.#check();
    this.mounted = true;
  }

  async space(): Promise<CardSpace> {
    this.#check();
    return { total: this.capacity, free: this.capacity - this.#used() };
  }

  async list(folder: string, visit: (name: string) => void): Promise<void> {
    this.#check();
    const prefix = folder === "" ? "" : `${folder}/`;
    const names = new Set<string>();
    for (const path of [...this.files.keys(), ...this.folders]) {
      if (path.startsWith(prefix)) names.add(path.slice(prefix.length).split("/")[0]!);
    }
    for (const name of names) visit(name);
  }

  async read(path: string, max_bytes: number): Promise<Uint8Array | null> {
    this.#check();
    const file = this.files.get(path);
    if (!file) return null;
    if (file.length > max_bytes) throw new Error(`${file.length} bytes, at most ${max_bytes}`);
    return file;
  }

  async head(path: string, bytes: number) {
    this.#check();
    const file = this.files.get(path);
    return file ? { head: file.subarray(0, bytes), size: file.length } : null;
  }

  async write(path: string, bytes: Uint8Array): Promise<void> {
    await this.gate;
    this.#check();
    if (this.#used() + bytes.length > this.capacity) throw new Error("the card is full");
    this.files.set(path, bytes);
  }

  async makeFolder(path: string): Promise<void> {
    this.#check();
    this.folders.add(path);
  }

  async remove(path: string): Promise<boolean> {
    this.#check();
    return this.files.delete(path);
  }

  async removeFolder(path: string): Promise<void> {
    this.#check();
    this.folders.delete(path);
  }

  #used(): number {
    let used = 0;
    for (const file of this.files.values()) used += file.length;
    return used;
  }

  #check(): void {
    if (!this.present) {
      this.mounted = false;
      throw new Error("no card");
    }
    if (this.broken !== null) throw new Error(this.broken);
    if (this.power-- <= 0) throw new Error("no power");
  }
}
