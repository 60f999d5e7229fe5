import { hasMemory } from "../../../src/boards/esp32s3/memory";

const AMPLE = { heap: 120_000, psram: 5_000_000, heap_block: 60_000, psram_block: 4_000_000 };

describe("memory to spare", () => {
  test("is there on a chip at rest", () => {
    expect(hasMemory(AMPLE, 32_768)).toBe(true);
  });

  test.each([
    ["internal RAM runs low", { heap: 20_000 }],
    ["external RAM runs low", { psram: 250_000 }],
    ["external RAM is in pieces", { psram_block: 30_000 }],
  ])("is not where %s", (_, shortage) => {
    expect(hasMemory({ ...AMPLE, ...shortage }, 32_768)).toBe(false);
  });
});
