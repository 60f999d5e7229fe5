import { Outbox } from "../../src/mqtt/outbox";

const filled = (count: number) => {
  const outbox = new Outbox();
  for (let i = 1; i <= count; i++) outbox.offer(`id-${i}`, `{"n":${i}}`);
  return outbox;
};
const drained = (outbox: Outbox) => {
  const ids: string[] = [];
  for (let head = outbox.head; head; head = outbox.head) {
    ids.push(head.event_id);
    outbox.arrived(head.event_id);
  }
  return ids;
};

test("gives alerts back in the order they came", () => {
  expect(drained(filled(3))).toEqual(["id-1", "id-2", "id-3"]);
});

test("a full one loses its oldest, and says how many", () => {
  const outbox = filled(20);
  expect(outbox).toMatchObject({ queued: 16, dropped: 4, suppressed: 0 });
  expect(drained(outbox)).toEqual(Array.from({ length: 16 }, (_, i) => `id-${i + 5}`));
});

test("an id that waits or has arrived is suppressed", () => {
  const outbox = filled(1);
  expect(outbox.offer("id-1", "again")).toBe(false);
  outbox.arrived("id-1");
  expect(outbox.offer("id-1", "again")).toBe(false);
  expect(outbox).toMatchObject({ queued: 0, suppressed: 2 });
});

test("one that was evicted in flight and arrived all the same is not sent again", () => {
  const outbox = filled(17);
  outbox.arrived("id-1");
  expect(outbox).toMatchObject({ queued: 16, dropped: 1 });
  expect(outbox.offer("id-1", "again")).toBe(false);
});

test("the last 24 arrivals are remembered, and no more", () => {
  const outbox = new Outbox();
  for (let i = 0; i < 25; i++) outbox.arrived(`id-${i}`);
  expect(outbox.offer("id-1", "")).toBe(false);
  expect(outbox.offer("id-0", "")).toBe(true);
  // An arrival that is told twice does not push another out.
  for (let i = 0; i < 30; i++) outbox.arrived("id-24");
  expect(outbox.offer("id-2", "")).toBe(false);
});
