/** The `--radio` file, read again when it changes. */
import { statSync } from "node:fs";
import { DEFAULT_SURROUNDINGS, readSurroundings, type Surroundings } from "./networks";

/** The file is looked at this often; a saved change is heard within it. */
const LOOK_MS = 250;

export class WatchedSurroundings {
  readonly #log: (text: string) => void;
  readonly #watch: NodeJS.Timeout | null = null;
  #now: Surroundings = DEFAULT_SURROUNDINGS;
  #seen = "";

  /** Throws an Error that names the flag where the file cannot be used. A null path means the default networks. */
  constructor(path: string | null, log: (text: string) => void) {
    this.#log = log;
    if (path === null) return;
    // Before it is read: a change in between is then seen as one.
    this.#seen = version(path);
    try {
      this.#now = readSurroundings(path);
    } catch (error) {
      throw new Error(`--radio ${path}: ${(error as Error).message}`);
    }
    this.#watch = setInterval(() => this.#look(path), LOOK_MS);
    this.#watch.unref();
  }

  get now(): Surroundings {
    return this.#now;
  }

  close(): void {
    if (this.#watch) clearInterval(this.#watch);
  }

  #look(path: string): void {
    const found = version(path);
    if (found === this.#seen) return;
    this.#seen = found;
    try {
      this.#now = readSurroundings(path);
    } catch (error) {
      // Half a file while somebody saves it, or a slip of the pen: what was heard before goes on.
      this.#log(`--radio ${path}: ${(error as Error).message}; the networks stay as they were`);
    }
  }
}

/** Changes whenever the file does; empty while there is none. */
function version(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false, bigint: true });
  return stat ? `${stat.ino} ${stat.mtimeNs} ${stat.size}` : "";
}
