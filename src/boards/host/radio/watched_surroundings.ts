/** The `--radio` file, read again when it changes. */
import { unwatchFile, watchFile } from "node:fs";
import { DEFAULT_SURROUNDINGS, readSurroundings, type Surroundings } from "./networks";

/** Files are looked at this often; a saved change is heard within it. */
const LOOK_MS = 250;

export class WatchedSurroundings {
  #path: string | null;
  #now: Surroundings;
  #onChange: () => void;

  /** Throws an Error that names the flag where the file cannot be used. A null path means the default networks. */
  constructor(path: string | null, log: (line: string) => void) {
    this.#path = path;
    this.#onChange = () => {
      try {
        this.#now = readSurroundings(path!);
      } catch (error) {
        // Half a file while somebody saves it, or a slip of the pen: what was heard before goes on.
        log(`--radio: the changed file ${(error as Error).message}; the networks stay as they were`);
      }
    };
    if (path === null) {
      this.#now = DEFAULT_SURROUNDINGS;
      return;
    }
    try {
      this.#now = readSurroundings(path);
    } catch (error) {
      throw new Error(`--radio ${path}: ${(error as Error).message}`);
    }
    watchFile(path, { interval: LOOK_MS, persistent: false }, this.#onChange);
  }

  get now(): Surroundings {
    return this.#now;
  }

  close(): void {
    if (this.#path !== null) unwatchFile(this.#path, this.#onChange);
    this.#path = null;
  }
}
