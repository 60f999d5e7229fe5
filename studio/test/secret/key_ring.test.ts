import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keyRingFrom } from "../../src/secret/from_environment";
import { addKeyToFile, dropOldKeysFromFile, keyFileRing } from "../../src/secret/key_file";
import { formatKeyRing, parseKeyRing } from "../../src/secret/key_ring";

const KEY = Buffer.alloc(32, 7).toString("base64");
const NOW_MS = Date.UTC(2026, 0, 15);
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "studio-keys-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a ring is read newest first and written back the same", () => {
  const text = `new:${KEY},old:${Buffer.alloc(32, 8).toString("base64")}`;
  const ring = parseKeyRing(text);
  expect(ring.keys.map((key) => key.id)).toEqual(["new", "old"]);
  expect(formatKeyRing(ring)).toBe(text);
});

test.each([
  ["", "secret key 1 must be"],
  [KEY, "secret key 1 must be"],
  [`a:${KEY},b c:${KEY}`, "secret key 2 must be"],
  [`a:${KEY},a:${KEY}`, 'secret key "a" is there twice'],
  ["a:c2hvcnQ=", 'secret key "a" must be 32 bytes'],
  [`a:${"!".repeat(44)}`, 'secret key "a" must be 32 bytes'],
])("a wrong ring (%#) gets an error that names the entry and repeats no key", (text, message) => {
  expect(() => parseKeyRing(text)).toThrow(message);
  try {
    parseKeyRing(text);
  } catch (error) {
    expect((error as Error).message).not.toContain(KEY);
  }
});

test("the environment comes first; a data folder does without; a server does not", () => {
  expect(keyRingFrom({ STUDIO_SECRET_KEYS: `a:${KEY}` }, folder, NOW_MS).keys[0]!.id).toBe("a");
  expect(readdirSync(folder)).toEqual([]);
  expect(keyRingFrom({ STUDIO_SECRET_KEYS: " " }, folder, NOW_MS).keys[0]!.id).toMatch(/^2026-01-15-/);
  expect(() => keyRingFrom({}, null, NOW_MS)).toThrow("STUDIO_SECRET_KEYS is needed");
  expect(() => keyRingFrom({ STUDIO_SECRET_KEYS: "a:b" }, folder, NOW_MS)).toThrow(/^STUDIO_SECRET_KEYS: /);
});

test("the key file is made once, for its owner alone, and found again", () => {
  const ring = keyFileRing(folder, NOW_MS);
  expect(keyFileRing(folder, NOW_MS)).toEqual(ring);
  expect(readdirSync(folder)).toEqual(["secret.keys"]);
  expect(statSync(join(folder, "secret.keys")).mode & 0o777).toBe(0o600);
});

test("a key file that others may read stops the start", () => {
  keyFileRing(folder, NOW_MS);
  chmodSync(join(folder, "secret.keys"), 0o644);
  expect(() => keyFileRing(folder, NOW_MS)).toThrow("chmod 600");
});

test("a damaged key file is named and left as it is", () => {
  const file = join(folder, "secret.keys");
  writeFileSync(file, "garbage", { mode: 0o600 });
  expect(() => keyFileRing(folder, NOW_MS)).toThrow(file);
  expect(readFileSync(file, "utf8")).toBe("garbage");
});

test("a new key goes in front of the file, and the old ones go once they are not needed", () => {
  const [first] = keyFileRing(folder, NOW_MS).keys;
  const ring = addKeyToFile(folder, NOW_MS);
  expect(ring.keys[1]).toEqual(first);
  expect(keyFileRing(folder, NOW_MS)).toEqual(ring);
  expect(dropOldKeysFromFile(folder, NOW_MS).keys).toEqual([ring.keys[0]]);
  expect(keyFileRing(folder, NOW_MS).keys).toHaveLength(1);
});
