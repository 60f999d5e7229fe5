/**
 * `node:fs` over a real folder whose power goes after `budget` changing calls. What was not flushed by then may be lost:
 * `powerOff` takes back file contents without fsync (half of them stay) and renames and removals without a folder flush.
 */
import * as fs from "node:fs";
import { basename, dirname } from "node:path";
import type { FileCalls } from "../../../../src/boards/host/storage/key_value";

export class PowerCut extends Error {}

export class FailingDisk implements FileCalls {
  calls = 0;
  #budget: number;
  #paths = new Map<number, string>();
  #unflushed = new Set<string>();
  #undo: { folder: string; back: () => void }[] = [];

  constructor(budget: number) {
    this.#budget = budget;
  }

  #spend(): void {
    if (this.calls >= this.#budget) throw new PowerCut("no power");
    this.calls++;
  }

  #snapshot(path: string): void {
    const held = fs.existsSync(path) ? fs.readFileSync(path) : null;
    this.#undo.push({
      folder: dirname(path),
      back: () => (held ? fs.writeFileSync(path, held) : fs.rmSync(path, { force: true })),
    });
  }

  openSync = ((path: string, flags: string, mode: number) => {
    if (flags !== "r") this.#spend();
    const file = fs.openSync(path, flags, mode);
    this.#paths.set(file, path);
    if (flags !== "r") this.#unflushed.add(path);
    return file;
  }) as FileCalls["openSync"];

  writeSync = ((file: number, bytes: Uint8Array, at: number) => {
    this.#spend();
    // Short writes happen; the caller has to go on.
    return fs.writeSync(file, bytes, at, Math.min(7, bytes.length - at));
  }) as FileCalls["writeSync"];

  fsyncSync = ((file: number) => {
    this.#spend();
    const path = this.#paths.get(file)!;
    this.#unflushed.delete(path);
    this.#undo = this.#undo.filter(({ folder }) => folder !== path);
  }) as FileCalls["fsyncSync"];

  renameSync = ((from: string, to: string) => {
    this.#spend();
    this.#snapshot(to);
    fs.renameSync(from, to);
    if (this.#unflushed.delete(from)) this.#unflushed.add(to);
  }) as FileCalls["renameSync"];

  rmSync = ((path: string, options: fs.RmOptions) => {
    this.#spend();
    this.#snapshot(path);
    fs.rmSync(path, options);
  }) as FileCalls["rmSync"];

  closeSync = fs.closeSync;
  mkdirSync = fs.mkdirSync;
  readdirSync = fs.readdirSync;
  readFileSync = fs.readFileSync;

  /** The power goes. `keep_unflushed`: the disk happened to have written everything all the same. */
  powerOff(keep_unflushed: boolean): void {
    if (keep_unflushed) return;
    for (const path of this.#unflushed) {
      if (fs.existsSync(path)) fs.truncateSync(path, fs.statSync(path).size >> 1);
    }
    for (const { back } of this.#undo.reverse()) back();
  }
}

/** What stands in `folder`, by file name. */
export function contents(folder: string): Record<string, string> {
  return Object.fromEntries(
    fs.readdirSync(folder).map((name) => [basename(name), fs.readFileSync(`${folder}/${name}`, "hex")]),
  );
}
