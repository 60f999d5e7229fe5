import { BoardCard, type NativeCard } from "../../../src/boards/esp32s3/card";

/** A card that answers each request with the next of `answers`. */
function rig(...answers: (readonly [error: string | null, result?: unknown])[]) {
  const asked: unknown[][] = [];
  const request =
    (name: string) =>
    (...args: unknown[]) => {
      const done = args.pop() as (error: string | null, result: unknown) => void;
      asked.push([name, ...args]);
      const [error, result] = answers.shift()!;
      done(error, result);
    };
  const native = Object.fromEntries(
    ["mount", "space", "list", "read", "write", "makeFolder", "remove", "removeFolder"].map((name) => [
      name,
      request(name),
    ]),
  );
  const card = new BoardCard({ mounted: true, name: "SD 16 GB", ...native } as unknown as NativeCard);
  return { card, asked };
}

const buffer = (...bytes: number[]) => Uint8Array.from(bytes).buffer;

describe("the card of the board", () => {
  test("names what is in a folder, and nothing where nothing is", async () => {
    const { card } = rig([null, "en_drowsy.wav\nEVENTS"], [null, ""]);
    const names: string[] = [];
    await card.list("", (name) => names.push(name));
    await card.list("NONE", (name) => names.push(name));
    expect(names).toEqual(["en_drowsy.wav", "EVENTS"]);
  });

  test("reads a whole file, or its head", async () => {
    const { card, asked } = rig(
      [null, { bytes: buffer(1, 2, 3), size: 3 }],
      [null, { bytes: buffer(1, 2), size: 9 }],
      [null, null],
    );
    expect(await card.read("A", 10)).toEqual(Uint8Array.of(1, 2, 3));
    expect(await card.head("A", 2)).toEqual({ head: Uint8Array.of(1, 2), size: 9 });
    expect(await card.read("B", 10)).toBeNull();
    expect(asked).toEqual([
      ["read", "A", 0, 10],
      ["read", "A", 0, 2],
      ["read", "B", 0, 10],
    ]);
  });

  test("refuses a file above the limit", async () => {
    const { card } = rig([null, { bytes: buffer(1, 2), size: 3 }]);
    await expect(card.read("A", 2)).rejects.toThrow("3 bytes, at most 2");
  });

  test("rejects in the words of the native side", async () => {
    const { card } = rig(["no card"], ["the card is full"], [null, true], [null, { total: 4, free: 1 }]);
    await expect(card.mount()).rejects.toThrow("no card");
    await expect(card.write("A/B", Uint8Array.of(1))).rejects.toThrow("the card is full");
    expect(await card.remove("A")).toBe(true);
    expect(await card.space()).toEqual({ total: 4, free: 1 });
  });
});
