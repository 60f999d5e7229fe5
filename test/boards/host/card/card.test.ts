import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HostCard } from "../../../../src/boards/host/card/card";

let dir: string;
let root: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "drowsyguard-card-"));
  root = join(dir, "card");
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

async function mounted(reserve_bytes = 0): Promise<HostCard> {
  const card = new HostCard(root, reserve_bytes);
  await card.mount();
  return card;
}

async function names(card: HostCard, folder: string): Promise<string[]> {
  const found: string[] = [];
  await card.list(folder, (name) => found.push(name));
  return found.sort();
}

describe("a folder as the memory card", () => {
  test("writes whole files with their folders, and reads them back whole or in part", async () => {
    const card = await mounted();
    const bytes = Uint8Array.from({ length: 5000 }, (_, i) => i % 256);
    await card.write("EVENTS/000001/00000100.JPG", bytes);
    expect(Buffer.from((await card.read("EVENTS/000001/00000100.JPG", 5000))!).equals(bytes)).toBe(true);
    const head = (await card.head("EVENTS/000001/00000100.JPG", 512))!;
    expect([head.head.length, head.size]).toEqual([512, 5000]);
    expect((await card.head("EVENTS/000001/00000100.JPG", 9000))!.head.length).toBe(5000);
    expect(await names(card, "")).toEqual(["EVENTS"]);
    expect(await names(card, "EVENTS/000001")).toEqual(["00000100.JPG"]);
  });

  test("has nothing where nothing was written", async () => {
    const card = await mounted();
    expect(await card.read("en_drowsy.wav", 10)).toBeNull();
    expect(await card.head("EVENTS/000000/00000000.JPG", 10)).toBeNull();
    expect(await names(card, "EVENTS")).toEqual([]);
    expect(await card.remove("EVENTS/000000/00000000.JPG")).toBe(false);
    await card.removeFolder("EVENTS");
  });

  test("deletes files, and folders once they are empty", async () => {
    const card = await mounted();
    await card.write("A/1", new Uint8Array(3));
    await card.removeFolder("A");
    expect(await names(card, "A")).toEqual(["1"]);
    expect(await card.remove("A/1")).toBe(true);
    await card.removeFolder("A");
    expect(await names(card, "")).toEqual([]);
  });

  test("does not read a file that is too large, nor what is no file", async () => {
    const card = await mounted();
    await card.write("big.wav", new Uint8Array(100));
    await expect(card.read("big.wav", 99)).rejects.toThrow("100 bytes, at most 99");
    mkdirSync(join(root, "en_drowsy.wav"));
    await expect(card.read("en_drowsy.wav", 99)).rejects.toThrow("not a file");
  });

  test("forgets the half file of a power cut", async () => {
    mkdirSync(root);
    writeFileSync(join(root, "WRITE.TMP"), "half a pict");
    const card = await mounted();
    expect(readdirSync(root)).toEqual([]);
    await card.write("A/1", new Uint8Array(3));
    expect(await names(card, "")).toEqual(["A"]);
  });

  test("is full when the disk comes near its reserve, and what was there stays", async () => {
    await (await mounted()).write("A/1", Uint8Array.of(7));
    const full = await mounted(Number.MAX_SAFE_INTEGER);
    await expect(full.write("A/1", Uint8Array.of(8))).rejects.toThrow("the card is full");
    expect([...readFileSync(join(root, "A/1"))]).toEqual([7]);
    expect(readdirSync(root)).toEqual(["A"]);
    expect((await full.space()).free).toBe(0);
    expect((await full.space()).total).toBeGreaterThan(0);
    expect(full.mounted).toBe(true);
  });

  test("that was taken out says so instead of making another one, and can be put back", async () => {
    const card = await mounted();
    rmSync(root, { recursive: true });
    await expect(card.write("A/1", new Uint8Array(1))).rejects.toThrow("no card");
    expect(card.mounted).toBe(false);
    expect(existsSync(root)).toBe(false);
    await card.mount();
    await card.write("A/1", new Uint8Array(1));
    expect(card.mounted).toBe(true);
    rmSync(root, { recursive: true });
    await expect(card.space()).rejects.toThrow("no card");
    expect(card.mounted).toBe(false);
  });

  test("cannot be mounted where its folder cannot be", async () => {
    writeFileSync(root, "");
    const card = new HostCard(root);
    await expect(card.mount()).rejects.toThrow("no card");
    expect(card.mounted).toBe(false);
    await expect(new HostCard(join(root, "below")).mount()).rejects.toThrow("no card");
  });
});
