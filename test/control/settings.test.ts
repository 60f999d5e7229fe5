import { changeSettings, DEFAULT_SETTINGS, SETTINGS, type Settings } from "../../src/control/settings";
import { jsonRecord } from "../../src/store/record";
import { put, Store } from "../../src/store/store";
import { MemoryStorage } from "../store/memory_storage";

const change = (parameters: Record<string, string>, loop_fps = 25) =>
  changeSettings(DEFAULT_SETTINGS, new Map(Object.entries(parameters)), loop_fps);

describe("settings", () => {
  test("absent parameters are unchanged", () => {
    expect(change({})).toEqual(DEFAULT_SETTINGS);
    expect(change({ quality: "33" })).toEqual({ ...DEFAULT_SETTINGS, quality: 33 });
  });

  test.each([
    ["quality", "9", 10],
    ["quality", "10", 10],
    ["quality", "95", 95],
    ["quality", "96", 95],
    ["quality", "-5", 10],
    ["quality", "999999999999", 95],
    ["fps", "0", 1],
    ["fps", "1", 1],
    ["fps", "20", 20],
    ["fps", "21", 20],
    ["muted", "0", false],
    ["muted", "1", true],
    ["muted", "7", true],
  ])("a number out of range is clamped: %s=%s", (field, text, stored) => {
    expect((change({ [field]: text }) as Settings)[field as keyof Settings]).toBe(stored);
  });

  test("the stream is never faster than the detection loop", () => {
    expect(change({ fps: "20" }, 9.6)).toMatchObject({ fps: 10 });
    expect(change({ fps: "20" }, 0.2)).toMatchObject({ fps: 1 });
    expect(change({ fps: "20" }, 0)).toMatchObject({ fps: 20 });
  });

  test.each([
    ["lang", "fr"],
    ["lang", ""],
    ["lang", "EN"],
    ["quality", "good"],
    ["quality", ""],
    ["quality", "50.5"],
    ["quality", "1e1"],
    ["fps", "NaN"],
    ["muted", "yes"],
  ])("what means nothing is refused and named: %s=%s", (field, text) => {
    expect(change({ quality: "50", [field]: text })).toMatchObject({ field, error: expect.stringContaining(field) });
  });

  test("both languages are known", () => {
    expect(change({ lang: "km" })).toMatchObject({ lang: "km" });
    expect(change({ lang: "en" })).toMatchObject({ lang: "en" });
  });
});

describe("stored settings", () => {
  const kept: Settings = { quality: 33, fps: 7, muted: true, lang: "km" };

  test("are there after a power cycle", () => {
    const storage = new MemoryStorage();
    new Store(() => storage).save(put(SETTINGS, kept));
    expect(new Store(() => storage).read(SETTINGS)).toEqual(kept);
  });

  test.each([
    { ...kept, quality: 9 },
    { ...kept, quality: "33" },
    { ...kept, fps: 21 },
    { ...kept, fps: 7.5 },
    { ...kept, muted: 1 },
    { ...kept, lang: "fr" },
    { quality: 33 },
    [],
    null,
  ])("that no setting can have today are refused whole: %j", (value) => {
    const storage = new MemoryStorage();
    const anything = jsonRecord<unknown>(SETTINGS.key, SETTINGS.version, (any) => any);
    new Store(() => storage).save(put(anything, value));
    const store = new Store(() => storage);
    expect([store.read(SETTINGS), store.discarded]).toEqual([null, 1]);
  });
});
