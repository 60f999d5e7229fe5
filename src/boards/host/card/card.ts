/** A folder of the computer as the unit's memory card. */
import { closeSync, constants, fstatSync, opendirSync, openSync, readSync } from "node:fs";
import { type FileHandle, mkdir, open, rename, rm, rmdir, statfs, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Card, CardSpace } from "../../../board/card";

/** Where a file grows until it is whole. One name for all, so that nothing is left over from many power cuts but this. */
const UNFINISHED = "WRITE.TMP";

/** The card counts as full while the disk has less than this: nobody's computer is filled to the brim. */
const RESERVE_BYTES = 64 * 1024 * 1024;

/** Where somebody put a pipe, opening it must not wait for its other end. */
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

const isGone = (error: unknown) => codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR";

/** What an error of the file system means for a card; the path of the folder is nobody's business. */
function inWords(error: unknown): Error {
  switch (codeOf(error)) {
    case "ENOSPC":
    case "EDQUOT":
    case "EFBIG":
      return new Error("the card is full");
    case "EROFS":
    case "EACCES":
    case "EPERM":
      return new Error("the card cannot be written");
    case "ENOENT":
    case "ENOTDIR":
    case "EEXIST":
      return new Error("no card");
    default:
      return new Error(`card error ${codeOf(error) ?? (error as Error).message}`);
  }
}

/** Undefined instead of a rejection where the path does not exist. */
async function ifThere<T>(action: Promise<T>): Promise<T | undefined> {
  try {
    return await action;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw inWords(error);
  }
}

/** Makes the names in a folder durable. Windows cannot and need not. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function fill(file: FileHandle, bytes: Uint8Array): Promise<void> {
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

export class HostCard implements Card {
  readonly #root: string;
  readonly #reserve_bytes: number;
  #mounted = false;

  /** `root` is made when the card is mounted. */
  constructor(root: string, reserve_bytes = RESERVE_BYTES) {
    this.#root = root;
    this.#reserve_bytes = reserve_bytes;
  }

  get name(): string {
    return basename(this.#root);
  }

  get mounted(): boolean {
    return this.#mounted;
  }

  async mount(): Promise<void> {
    this.#mounted = false;
    try {
      await mkdir(this.#root, { recursive: true });
      await rm(join(this.#root, UNFINISHED), { force: true });
      opendirSync(this.#root).closeSync();
    } catch (error) {
      throw inWords(error);
    }
    this.#mounted = true;
  }

  async space(): Promise<CardSpace> {
    try {
      const { blocks, bavail, bsize } = await statfs(this.#root);
      return { total: blocks * bsize, free: Math.max(0, bavail * bsize - this.#reserve_bytes) };
    } catch (error) {
      if (isGone(error)) this.#mounted = false;
      throw inWords(error);
    }
  }

  // A page of captures asks for folders and heads a hundred times over. The system has them in memory, and a call costs
  // less than handing it to a thread and waiting for its turn: on a busy computer 2 ms for a page instead of 30.
  async list(folder: string, visit: (name: string) => void): Promise<void> {
    try {
      const entries = opendirSync(join(this.#root, folder), { bufferSize: 128 });
      try {
        for (let entry = entries.readSync(); entry; entry = entries.readSync()) visit(entry.name);
      } finally {
        entries.closeSync();
      }
    } catch (error) {
      if (codeOf(error) !== "ENOENT") throw inWords(error);
    }
  }

  async head(path: string, bytes: number): Promise<{ head: Uint8Array; size: number } | null> {
    try {
      const file = openSync(join(this.#root, path), "r");
      try {
        const head = new Uint8Array(bytes);
        return { head: head.subarray(0, readSync(file, head, 0, bytes, 0)), size: fstatSync(file).size };
      } finally {
        closeSync(file);
      }
    } catch (error) {
      if (codeOf(error) === "ENOENT") return null;
      throw inWords(error);
    }
  }

  async read(path: string, max_bytes: number): Promise<Uint8Array | null> {
    const file = await ifThere(open(join(this.#root, path), READ));
    if (!file) return null;
    try {
      const stat = await file.stat();
      if (!stat.isFile()) throw new Error("not a file");
      const { size } = stat;
      if (size > max_bytes) throw new Error(`${size} bytes, at most ${max_bytes}`);
      return await file.readFile();
    } finally {
      await file.close();
    }
  }

  async write(path: string, bytes: Uint8Array): Promise<void> {
    const unfinished = join(this.#root, UNFINISHED);
    const target = join(this.#root, path);
    try {
      // Fails where the card was taken out, before `mkdir` would make another one in its place.
      const file = await open(unfinished, "w");
      await fill(file, bytes);
      const { bavail, bsize } = await statfs(this.#root);
      if (bavail * bsize < this.#reserve_bytes) throw Object.assign(new Error(), { code: "ENOSPC" });
      const made = await mkdir(dirname(target), { recursive: true });
      await rename(unfinished, target);
      await syncFolder(dirname(target));
      if (made) {
        await syncFolder(dirname(dirname(target)));
        await syncFolder(dirname(made));
      }
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => {});
      if (isGone(error)) this.#mounted = false;
      throw inWords(error);
    }
  }

  async makeFolder(path: string): Promise<void> {
    try {
      await mkdir(join(this.#root, path), { recursive: true });
      await syncFolder(dirname(join(this.#root, path)));
    } catch (error) {
      throw inWords(error);
    }
  }

  async remove(path: string): Promise<boolean> {
    return (await ifThere(unlink(join(this.#root, path)).then(() => true))) ?? false;
  }

  async removeFolder(path: string): Promise<void> {
    await rmdir(join(this.#root, path)).catch((error) => {
      if (codeOf(error) !== "ENOTEMPTY" && codeOf(error) !== "EEXIST" && codeOf(error) !== "ENOENT")
        throw inWords(error);
    });
  }
}
