/** Key-value storage in memory whose power can be cut: operation `budget` + 1 and all later ones throw and change nothing. */
import type { KeyValue } from "../../src/board/storage";

export class PowerCut extends Error {}

export class MemoryStorage implements KeyValue {
  readonly values: Map<string, Uint8Array>;
  /** Writes and deletes still allowed. */
  budget: number;
  /** Writes and deletes done. */
  operations = 0;

  constructor(values: ReadonlyMap<string, Uint8Array> = new Map(), budget = Number.POSITIVE_INFINITY) {
    this.values = new Map([...values].map(([key, value]) => [key, value.slice()]));
    this.budget = budget;
  }

  read(key: string): ArrayBuffer | undefined {
    const value = this.values.get(key);
    return value && new Uint8Array(value).buffer;
  }

  write(key: string, value: Uint8Array): void {
    this.#spend();
    this.values.set(key, value.slice());
  }

  delete(key: string): void {
    this.#spend();
    this.values.delete(key);
  }

  close(): void {}

  [Symbol.iterator](): Iterator<string> {
    return this.values.keys();
  }

  #spend(): void {
    if (this.operations >= this.budget) throw new PowerCut("no power");
    this.operations++;
  }
}
