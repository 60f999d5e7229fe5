import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileStorage } from "../../../../src/boards/host/storage/key_value";
import { jsonRecord } from "../../../../src/store/record";
import { put, Store } from "../../../../src/store/store";
import { contents, FailingDisk } from "./failing_disk";

const text = (key: string) => jsonRecord(key, 1, (value) => (typeof value === "string" ? value : null));
const [NAME, NOTE] = [text("name"), text("note")];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "drowsyguard-storage-"));
});
afterEach(() => {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true });
});

describe("key-value storage in files", () => {
  test("behaves as the ECMA-419 pattern says", () => {
    const storage = fileStorage(folder).open({ path: "unit" });
    expect(storage.read("a")).toBeUndefined();
    storage.write("a", Uint8Array.of(1, 2, 3));
    storage.write("a", Uint8Array.of(9, 8, 7, 6).subarray(1, 3));
    storage.write("b", new Uint8Array(0));
    expect(new Uint8Array(storage.read("a")!)).toEqual(Uint8Array.of(8, 7));
    expect(storage.read("b")!.byteLength).toBe(0);
    expect([...storage].sort()).toEqual(["a", "b"]);
    storage.delete("a");
    storage.delete("a");
    expect(storage.read("a")).toBeUndefined();
    expect([...fileStorage(folder).open({ path: "unit" })]).toEqual(["b"]);
  });

  test("a leftover of an interrupted write is cleared away", () => {
    mkdirSync(join(folder, "unit"));
    writeFileSync(join(folder, "unit", "a.bin.tmp"), "half");
    const storage = fileStorage(folder).open({ path: "unit" });
    expect(storage.read("a")).toBeUndefined();
    expect(contents(join(folder, "unit"))).toEqual({});
  });

  test.each(["", "..", "../a", ".a", "a/b", "a b", "sixteen-letters-"])("the name %j never becomes a path", (key) => {
    const storage = fileStorage(folder).open({ path: "unit" });
    expect(() => storage.write(key, Uint8Array.of(1))).toThrow(RangeError);
    expect(() => storage.read(key)).toThrow(RangeError);
    expect(() => fileStorage(folder).open({ path: key })).toThrow(RangeError);
  });

  test("others on the computer cannot read the values", () => {
    fileStorage(folder).open({ path: "unit" }).write("a", Uint8Array.of(1));
    expect(statSync(join(folder, "unit", "a.bin")).mode & 0o077).toBe(0);
  });

  test("a folder that cannot be made leaves the store unusable, and says so", () => {
    writeFileSync(join(folder, "file"), "in the way");
    const store = new Store(() => fileStorage(join(folder, "file")).open({ path: "unit" }));
    expect(store.usable).toBe(false);
    expect(store.save(put(NAME, "new"))).toBe(false);
  });

  test.each([true, false])("power cut after every single file operation, unflushed data kept: %s", (keep_unflushed) => {
    const original = join(folder, "original");
    const before = new Store(() => fileStorage(original).open({ path: "unit" }));
    before.save(put(NAME, "old name"), put(NOTE, "old note"));
    for (let budget = 0; ; budget++) {
      const copy = join(folder, `copy-${budget}`);
      cpSync(original, copy, { recursive: true });
      const disk = new FailingDisk(budget);
      const store = new Store(() => fileStorage(copy, disk).open({ path: "unit" }));
      const saved = store.save(put(NAME, "new name"), put(NOTE, "new note"));
      disk.powerOff(keep_unflushed);

      const after = new Store(() => fileStorage(copy).open({ path: "unit" }));
      const found = [after.read(NAME), after.read(NOTE)];
      if (saved) expect(found).toEqual(["new name", "new note"]);
      else
        expect([
          ["old name", "old note"],
          ["new name", "new note"],
        ]).toContainEqual(found);
      expect(after.discarded).toBe(0);
      expect(Object.keys(contents(join(copy, "unit"))).sort()).toEqual(["name.bin", "note.bin"]);
      if (disk.calls < budget) break;
      expect(budget).toBeLessThan(200);
    }
  });
});
