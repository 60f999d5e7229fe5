import { jsonRecord, type RecordKind } from "../../src/store/record";
import { erase, put, Store } from "../../src/store/store";
import { MemoryStorage } from "./memory_storage";

interface Named {
  name: string;
}

const named = (key: string, version = 1): RecordKind<Named> =>
  jsonRecord(key, version, (value) => {
    const { name } = value as Named;
    return typeof name === "string" && name.length < 5000 ? { name } : null;
  });

const BROKER = named("mqtt");
const IDENTITY = named("identity");
const CA: RecordKind<Uint8Array> = { key: "ca", version: 1, encode: (pem) => pem, decode: (pem) => pem.slice() };
const certificate = (byte: number) => new Uint8Array(4096).fill(byte);

const opened = (storage: MemoryStorage) => new Store(() => storage);

describe("the store", () => {
  test("an empty medium holds nothing and is usable", () => {
    const store = opened(new MemoryStorage());
    expect(store.usable).toBe(true);
    expect(store.read(BROKER)).toBeNull();
    expect(store.discarded).toBe(0);
  });

  test("a start leaves nothing behind in an empty medium", () => {
    const storage = new MemoryStorage();
    opened(storage);
    expect([...storage]).toEqual([]);
  });

  test("what was saved is there after a restart", () => {
    const storage = new MemoryStorage();
    expect(opened(storage).save(put(BROKER, { name: "ខ្មែរ é \u0000 \ud83d\ude97 \udc80" }))).toBe(true);
    expect(opened(storage).read(BROKER)).toEqual({ name: "ខ្មែរ é \u0000 \ud83d\ude97 \udc80" });
  });

  test("several records are saved and erased together", () => {
    const storage = new MemoryStorage();
    expect(
      opened(storage).save(put(BROKER, { name: "a" }), put(IDENTITY, { name: "b" }), put(CA, certificate(7))),
    ).toBe(true);
    const store = opened(storage);
    expect([store.read(BROKER), store.read(IDENTITY), store.read(CA)]).toEqual([
      { name: "a" },
      { name: "b" },
      certificate(7),
    ]);
    expect(store.save(erase(CA), put(BROKER, { name: "c" }))).toBe(true);
    const again = opened(storage);
    expect([again.read(BROKER), again.read(IDENTITY), again.read(CA)]).toEqual([{ name: "c" }, { name: "b" }, null]);
    expect([...storage].sort()).toEqual(["identity", "mqtt"]);
  });

  test("saving what is there already does not wear the flash", () => {
    const storage = new MemoryStorage();
    const store = opened(storage);
    store.save(put(BROKER, { name: "a" }), put(IDENTITY, { name: "b" }));
    const before = storage.operations;
    expect(store.save(put(BROKER, { name: "a" }), put(IDENTITY, { name: "b" }), erase(CA))).toBe(true);
    expect(storage.operations).toBe(before);
  });

  test("a record of another format version is unreadable", () => {
    const storage = new MemoryStorage();
    opened(storage).save(put(named("mqtt", 2), { name: "from tomorrow" }));
    const store = opened(storage);
    expect(store.read(BROKER)).toBeNull();
    expect(store.discarded).toBe(1);
  });

  test("a record that fails today's validation is discarded", () => {
    const storage = new MemoryStorage();
    opened(storage).save(
      put(
        jsonRecord<number[]>("mqtt", 1, () => null),
        [1, 2],
      ),
    );
    const store = opened(storage);
    expect(store.read(BROKER)).toBeNull();
    expect(store.discarded).toBe(1);
  });

  test("a record under another key is discarded", () => {
    const storage = new MemoryStorage();
    opened(storage).save(put(BROKER, { name: "a" }));
    storage.values.set("identity", storage.values.get("mqtt")!);
    expect(opened(storage).read(IDENTITY)).toBeNull();
  });

  test("flipping any single bit of a stored record is detected, and the other records stay", () => {
    const storage = new MemoryStorage();
    opened(storage).save(put(BROKER, { name: "broker" }), put(IDENTITY, { name: "b" }));
    const size = storage.values.get("mqtt")!.length;
    for (let bit = 0; bit < size * 8; bit++) {
      const damaged = new MemoryStorage(storage.values);
      damaged.values.get("mqtt")![bit >> 3]! ^= 1 << (bit & 7);
      const store = opened(damaged);
      expect({ bit, value: store.read(BROKER), discarded: store.discarded }).toEqual({
        bit,
        value: null,
        discarded: 1,
      });
      expect(store.read(IDENTITY)).toEqual({ name: "b" });
    }
  });

  test("a record cut short or followed by rubbish is discarded", () => {
    const storage = new MemoryStorage();
    opened(storage).save(put(BROKER, { name: "broker" }));
    const whole = storage.values.get("mqtt")!;
    for (let length = 0; length < whole.length; length++) {
      expect(opened(new MemoryStorage(new Map([["mqtt", whole.slice(0, length)]]))).read(BROKER)).toBeNull();
    }
    const longer = new Uint8Array(whole.length + 1);
    longer.set(whole);
    expect(opened(new MemoryStorage(new Map([["mqtt", longer]]))).read(BROKER)).toBeNull();
  });
});

describe("a power cut", () => {
  type State = [Named | null, Named | null, string | null];
  const hex = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes).toString("hex");
  const state = (store: Store): State => [store.read(BROKER), store.read(IDENTITY), hex(store.read(CA))];
  const old: State = [{ name: "old" }, { name: "old" }, hex(certificate(1))];
  const saves: [string, (store: Store) => boolean, State][] = [
    [
      "three records",
      (store) => store.save(put(BROKER, { name: "new" }), put(IDENTITY, { name: "new" }), put(CA, certificate(2))),
      [{ name: "new" }, { name: "new" }, hex(certificate(2))],
    ],
    [
      "two records and an erased one",
      (store) => store.save(put(BROKER, { name: "new" }), erase(CA), put(IDENTITY, { name: "new" })),
      [{ name: "new" }, { name: "new" }, null],
    ],
    ["one record", (store) => store.save(put(BROKER, { name: "new" })), [{ name: "new" }, old[1], old[2]]],
    ["an erased record", (store) => store.save(erase(CA)), [old[0], old[1], null]],
  ];

  const filled = () => {
    const storage = new MemoryStorage();
    opened(storage).save(put(BROKER, { name: "old" }), put(IDENTITY, { name: "old" }), put(CA, certificate(1)));
    return storage.values;
  };

  test.each(saves)("between any two operations of saving %s leaves old or new, and says which", (_, save, next) => {
    const values = filled();
    for (let budget = 0; ; budget++) {
      const storage = new MemoryStorage(values, budget);
      const store = opened(storage);
      const saved = save(store);
      // The running unit and the next start agree with what `save` answered.
      expect(state(store)).toEqual(saved ? next : old);
      const restarted = opened(new MemoryStorage(storage.values));
      expect(state(restarted)).toEqual(saved ? next : old);
      expect(restarted.discarded).toBe(0);
      if (saved && storage.operations < budget) break;
      expect(budget).toBeLessThan(20);
    }
  });

  test.each(saves)("during the recovery from a cut in saving %s loses nothing either", (_, save, next) => {
    for (let first = 0; first < 12; first++) {
      const cut = new MemoryStorage(filled(), first);
      const saved = save(opened(cut));
      for (let second = 0; second < 12; second++) {
        const again = new MemoryStorage(cut.values, second);
        expect(state(opened(again))).toEqual(saved ? next : old);
        expect(state(opened(new MemoryStorage(again.values)))).toEqual(saved ? next : old);
      }
    }
  });

  test("a write that failed and was kept all the same never overrules a later save", () => {
    const storage = new MemoryStorage(filled());
    const store = opened(storage);
    const write = storage.write.bind(storage);
    storage.write = (key, value) => {
      write(key, value);
      throw new Error("kept, but reported as failed");
    };
    expect(store.save(put(BROKER, { name: "lost" }), put(IDENTITY, { name: "lost" }))).toBe(false);
    storage.write = write;
    expect(store.save(put(BROKER, { name: "later" }))).toBe(true);
    expect(state(opened(new MemoryStorage(storage.values)))).toEqual([{ name: "later" }, old[1], old[2]]);
  });

  test("a damaged journal counts as discarded and the old state holds", () => {
    const reference = new MemoryStorage(filled(), 3);
    saves[0]![1](opened(reference));
    const journal = reference.values.get("journal")!;
    for (let bit = 0; bit < journal.length * 8; bit += 97) {
      const storage = new MemoryStorage(reference.values);
      storage.values.get("journal")![bit >> 3]! ^= 1 << (bit & 7);
      const store = opened(storage);
      expect(state(store)).toEqual(old);
      expect(store.discarded).toBe(1);
      expect([...storage].includes("journal")).toBe(false);
    }
  });
});

describe("an unusable medium", () => {
  test("that cannot be opened leaves the unit on defaults", () => {
    const store = new Store(() => {
      throw new Error("no partition");
    });
    expect(store.usable).toBe(false);
    expect(store.read(BROKER)).toBeNull();
    expect(store.save(put(BROKER, { name: "a" }))).toBe(false);
  });

  test("that takes no write still gives what it holds", () => {
    const storage = new MemoryStorage();
    opened(storage).save(put(BROKER, { name: "a" }));
    const store = opened(new MemoryStorage(storage.values, 0));
    expect(store.usable).toBe(false);
    expect(store.read(BROKER)).toEqual({ name: "a" });
  });

  test("that fails while it runs is reported, and usable again after the next save", () => {
    const storage = new MemoryStorage();
    const store = opened(storage);
    storage.budget = storage.operations;
    expect(store.save(put(BROKER, { name: "a" }))).toBe(false);
    expect(store.usable).toBe(false);
    storage.budget = Number.POSITIVE_INFINITY;
    expect(store.save(put(BROKER, { name: "a" }))).toBe(true);
    expect(store.usable).toBe(true);
  });

  test("that was closed holds nothing and takes nothing", () => {
    const store = opened(new MemoryStorage());
    store.save(put(BROKER, { name: "a" }));
    store.close();
    expect([store.usable, store.read(BROKER), store.save(put(BROKER, { name: "b" }))]).toEqual([false, null, false]);
  });

  test("that cannot be read counts as discarded and never as erased", () => {
    const storage = new MemoryStorage();
    const store = opened(storage);
    store.save(put(BROKER, { name: "a" }));
    const read = storage.read.bind(storage);
    storage.read = () => {
      throw new Error("bad block");
    };
    expect(store.read(BROKER)).toBeNull();
    expect(store.discarded).toBe(1);
    expect(store.save(erase(BROKER))).toBe(true);
    storage.read = read;
    expect(store.read(BROKER)).toBeNull();
    expect(storage.values.has("mqtt")).toBe(false);
  });
});
