/**
 * The captures of a card, found through the names of its folders alone: `EVENTS/000123/00012345.JPG`. There is no index
 * file that could disagree with them. A folder holds a hundred captures, so whatever is asked, one folder's numbers
 * and one page are all that stands in memory, and FAT, which searches folders from their start, stays quick.
 */
import type { Card } from "../board/card";
import { CAPTURE_HEAD_BYTES, type CaptureFacts, readFacts } from "./capture_file";

const ROOT = "EVENTS";
const PER_FOLDER = 100;
/** Eight digits before the dot: one alert every 4 s fills them in twelve years. */
export const ID_MAX = 99_999_999;

export interface CaptureEntry extends CaptureFacts {
  /** Eight digits; ids of later captures are greater, as numbers and as text, and none is used twice. */
  readonly id: string;
  /** Bytes of the file. */
  readonly size: number;
}

const digits = (value: number, count: number) => String(value).padStart(count, "0");
export const idOf = (number: number) => digits(number, 8);
const folderOf = (number: number) => Math.floor(number / PER_FOLDER);
const folderPath = (folder: number) => `${ROOT}/${digits(folder, 6)}`;
const FOLDER = /^\d{6}$/;
const FILE = /^\d{8}\.JPG$/;

/** Path of a capture. */
export const capturePath = (number: number) => `${folderPath(folderOf(number))}/${idOf(number)}.JPG`;

/** The number of an id; null for what no capture can be called. */
export const numberOf = (id: string): number | null => (/^\d{8}$/.test(id) ? Number(id) : null);

/** The highest folder below `bound`; -1 where there is none. */
async function folderBelow(card: Card, bound: number): Promise<number> {
  let found = -1;
  await card.list(ROOT, (name) => {
    const folder = FOLDER.test(name) ? Number(name) : -1;
    if (folder < bound && folder > found) found = folder;
  });
  return found;
}

/** The captures of one folder, newest first; none where there is no such folder. */
async function numbersIn(card: Card, folder: number): Promise<number[]> {
  const numbers: number[] = [];
  if (folder < 0) return numbers;
  await card.list(folderPath(folder), (name) => {
    const number = FILE.test(name) ? Number(name.slice(0, 8)) : -1;
    if (folderOf(number) === folder) numbers.push(number);
  });
  return numbers.sort((a, b) => b - a);
}

/** Each folder below `bound` with its captures, newest first. Folders have neighbours but for what `erase` left out. */
async function* folders(card: Card, bound = Number.POSITIVE_INFINITY) {
  let folder = await folderBelow(card, bound);
  let numbers = await numbersIn(card, folder);
  while (folder >= 0) {
    yield { folder, numbers };
    const neighbour = await numbersIn(card, folder - 1);
    folder = neighbour.length > 0 ? folder - 1 : await folderBelow(card, folder);
    numbers = neighbour.length > 0 ? neighbour : await numbersIn(card, folder);
  }
}

/** How many captures there are, and the number that the next one gets. Rejected where the card fails. */
export async function survey(card: Card): Promise<{ total: number; next: number }> {
  let total = 0;
  let next = 0;
  for await (const { folder, numbers } of folders(card)) {
    total += numbers.length;
    next = Math.max(next, folder * PER_FOLDER, (numbers[0] ?? -1) + 1);
  }
  return { total, next };
}

/**
 * Up to `limit` captures after the `skip` newest ones, newest first. A file that is no capture of ours is left out, so that
 * whatever is listed opens. Rejected where the card fails.
 */
export async function page(card: Card, skip: number, limit: number): Promise<CaptureEntry[]> {
  const entries: CaptureEntry[] = [];
  let passed = 0;
  for await (const { numbers } of folders(card)) {
    const from = Math.min(numbers.length, skip - passed);
    passed += from;
    for (const number of numbers.slice(from)) {
      if (entries.length === limit) return entries;
      const file = await card.head(capturePath(number), CAPTURE_HEAD_BYTES);
      const facts = file && readFacts(file.head);
      if (facts) entries.push({ id: idOf(number), size: file.size, ...facts });
    }
  }
  return entries;
}

/**
 * Deletes every capture and returns how many there were. The folder of the next number is made first, for it is what
 * keeps ids from being used again, even where the power goes while captures are being deleted.
 */
export async function erase(card: Card, next: number): Promise<{ cleared: number; next: number }> {
  const successor = folderOf(next + PER_FOLDER - 1);
  await card.makeFolder(folderPath(successor));
  let cleared = 0;
  for await (const { folder, numbers } of folders(card, successor)) {
    for (const number of numbers) {
      if (await card.remove(capturePath(number))) cleared++;
    }
    await card.removeFolder(folderPath(folder));
  }
  return { cleared, next: successor * PER_FOLDER };
}
