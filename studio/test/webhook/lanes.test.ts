import { AT_ONCE, Lanes } from "../../src/webhook/lanes";

/** Lanes whose items end when they are told to. */
function held() {
  const begun: string[] = [];
  const end = new Map<string, () => void>();
  const lanes = new Lanes<string>(
    (item) =>
      new Promise((done) => {
        begun.push(item);
        end.set(item, done);
      }),
  );
  const finish = async (item: string) => {
    end.get(item)!();
    await new Promise((done) => setImmediate(done));
  };
  return { lanes, begun, finish };
}

test("a full lane holds up none but its own", async () => {
  const { lanes, begun, finish } = held();
  for (let i = 0; i < AT_ONCE + 3; i += 1) lanes.add("slow", `slow ${i}`);
  lanes.add("quick", "quick 0");
  expect(begun).toHaveLength(AT_ONCE + 1);
  expect(begun).toContain("quick 0");
  expect([...lanes.sizes()]).toEqual([
    ["slow", AT_ONCE + 3],
    ["quick", 1],
  ]);
  await finish("slow 0");
  expect(begun.at(-1)).toBe(`slow ${AT_ONCE}`);
  await finish("quick 0");
  expect([...lanes.sizes()]).toEqual([["slow", AT_ONCE + 2]]);
  expect(lanes.size).toBe(AT_ONCE + 2);
});

test("what waits can be taken out again; what runs ends by itself", async () => {
  const { lanes, begun, finish } = held();
  for (let i = 0; i < AT_ONCE + 2; i += 1) lanes.add("a", String(i));
  expect(lanes.drain()).toEqual([String(AT_ONCE), String(AT_ONCE + 1)]);
  for (const item of [...begun]) await finish(item);
  expect(begun).toHaveLength(AT_ONCE);
  expect([lanes.size, lanes.sizes().size]).toEqual([0, 0]);
});
