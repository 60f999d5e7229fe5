import { randomBytes } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { formatKeyRing, KEY_BYTES, type KeyRing, parseKeyRing } from "./key_ring";

const NAME = "secret.keys";

/**
 * The key ring of an installation that was given none: a file in the data folder, made on the first run, readable by its owner alone.
 * @throws Error naming the file when others may read it or when it is damaged.
 */
export function keyFileRing(folder: string, now_ms: number): KeyRing {
  const file = join(folder, NAME);
  const found = read(file);
  if (found !== null) return found;
  // Two processes may start at once: what counts is the file that stands there afterwards.
  write(file, { keys: [freshKey(now_ms)] }, "create");
  const made = read(file);
  if (made === null) throw new Error(`${file} vanished while it was being made`);
  return made;
}

/** Puts a fresh key in front of the file's ring; the older ones go on opening what they sealed. */
export function addKeyToFile(folder: string, now_ms: number): KeyRing {
  const ring = { keys: [freshKey(now_ms), ...keyFileRing(folder, now_ms).keys] };
  write(join(folder, NAME), ring, "replace");
  return ring;
}

/** Drops all keys of the file but the first. Call it once nothing is sealed with them any more. */
export function dropOldKeysFromFile(folder: string, now_ms: number): KeyRing {
  const ring = { keys: keyFileRing(folder, now_ms).keys.slice(0, 1) };
  write(join(folder, NAME), ring, "replace");
  return ring;
}

/** The id tells a person when the key was made. */
function freshKey(now_ms: number): { id: string; key: Buffer } {
  const day = new Date(now_ms).toISOString().slice(0, 10);
  return { id: `${day}-${randomBytes(3).toString("hex")}`, key: randomBytes(KEY_BYTES) };
}

function read(file: string): KeyRing | null {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  if (process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0) {
    throw new Error(`${file} holds secret keys and others may read it; run: chmod 600 ${file}`);
  }
  try {
    return parseKeyRing(text);
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`);
  }
}

/** Written beside and put in place at once, so that a power cut leaves the old file or the new one. */
function write(file: string, ring: KeyRing, how: "create" | "replace"): void {
  const beside = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  const descriptor = openSync(beside, "wx", 0o600);
  try {
    try {
      writeSync(descriptor, `${formatKeyRing(ring)}\n`);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    if (how === "replace") renameSync(beside, file);
    else linkSync(beside, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(beside, { force: true });
  }
}
