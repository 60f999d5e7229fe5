/** Ten thousand captures on the card of a computer: how much of them a list touches. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { stampCapture } from "../../../../src/announce/capture_file";
import { capturePath, page, survey } from "../../../../src/announce/capture_index";
import { HostCard } from "../../../../src/boards/host/card/card";

const CAPTURES = 10_000;
let dir: string;

/** Counts what is asked of the card, for figures that no busy machine can spoil. */
class CountingCard extends HostCard {
  names = 0;
  heads = 0;

  override list(folder: string, visit: (name: string) => void): Promise<void> {
    return super.list(folder, (name) => {
      this.names++;
      visit(name);
    });
  }

  override head(path: string, bytes: number) {
    this.heads++;
    return super.head(path, bytes);
  }
}

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "drowsyguard-index-"));
  const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 0xd9]);
  const file = stampCapture(jpeg, { uptime_ms: 1, reason: "drowsy", risk: 0, perclos: 0 });
  for (let number = 0; number < CAPTURES; number++) {
    const path = join(dir, capturePath(number));
    if (number % 100 === 0) mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, file);
  }
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

test("ten thousand captures are counted, and the first page touches one folder and its own captures", async () => {
  const card = new CountingCard(dir, 0);
  await card.mount();
  expect(await survey(card)).toEqual({ total: CAPTURES, next: CAPTURES });
  card.names = 0;
  const first = await page(card, 0, 24);
  expect(first.map(({ id }) => id)).toEqual(Array.from({ length: 24 }, (_, i) => String(9999 - i).padStart(8, "0")));
  expect(card.heads).toBe(24);
  // The folder names and the newest folder: 100 each.
  expect(card.names).toBe(200);
});

test("the last page is reached without opening what was skipped", async () => {
  const card = new CountingCard(dir, 0);
  await card.mount();
  const last = await page(card, CAPTURES - 3, 48);
  expect(last.map(({ id }) => id)).toEqual(["00000002", "00000001", "00000000"]);
  expect(card.heads).toBe(3);
});
