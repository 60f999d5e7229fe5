/** When the page asks its unit, and when not. */
import { POLL_MS, Poller, RETRY_MS } from "../../src/page/unit/poller";

/** A clock that is moved by hand, and a unit that answers when it is told to. */
class Rig {
  now_ms = 1000;
  readonly asked: { path: string; at_ms: number; answer(document: unknown): void; fail(): void }[] = [];
  #timers: { action: () => void; at_ms: number }[] = [];
  readonly documents: unknown[] = [];
  failures = 0;
  readonly poller = new Poller(
    {
      get: (path) =>
        new Promise((resolve, reject) => {
          const fail = () => reject(new Error("away"));
          this.asked.push({ path, at_ms: this.now_ms, answer: resolve, fail });
        }),
      now_ms: () => this.now_ms,
      later: (action, wait_ms) => {
        const timer = { action, at_ms: this.now_ms + wait_ms };
        this.#timers.push(timer);
        return () => {
          this.#timers = this.#timers.filter((one) => one !== timer);
        };
      },
    },
    this.polled("/status", 0),
  );

  polled(path: string, every_ms: number) {
    return {
      path,
      every_ms,
      onDocument: (document: unknown) => this.documents.push(document),
      onFailure: () => {
        this.failures++;
      },
    };
  }

  /** Moves the clock on in steps of 10 ms; every request is answered `after_ms` later where that is given. */
  async pass(ms: number, after_ms: number | null = 0): Promise<void> {
    for (let end = this.now_ms + ms; this.now_ms < end; this.now_ms += 10) {
      const due = this.#timers.filter(({ at_ms }) => at_ms <= this.now_ms);
      this.#timers = this.#timers.filter((timer) => !due.includes(timer));
      for (const { action } of due) action();
      if (after_ms !== null)
        for (const { at_ms, path, answer } of this.asked) if (at_ms + after_ms <= this.now_ms) answer(path);
      for (let i = 0; i < 4; i++) await Promise.resolve();
    }
  }

  /** Shortest time between two requests. */
  get shortest_ms(): number {
    return Math.min(...this.asked.slice(1).map(({ at_ms }, i) => at_ms - this.asked[i]!.at_ms));
  }
}

test("asks five times a second, and never faster", async () => {
  const rig = new Rig();
  rig.poller.run(true);
  await rig.pass(2000);
  expect(rig.asked).toHaveLength(2000 / POLL_MS);
  expect(rig.shortest_ms).toBe(POLL_MS);
});

test("waits for an answer however long it takes, with one request on its way", async () => {
  const rig = new Rig();
  rig.poller.run(true);
  await rig.pass(5000, null);
  expect(rig.asked).toHaveLength(1);
  rig.asked[0]!.answer({});
  await rig.pass(100, null);
  expect(rig.asked).toHaveLength(2);
});

test("a view's documents take turns with the status and stay within five requests a second", async () => {
  const rig = new Rig();
  const end = rig.poller.add(rig.polled("/wifi", 600));
  rig.poller.add(rig.polled("/scan", 1000));
  rig.poller.run(true);
  await rig.pass(6000);
  const count = (path: string) => rig.asked.filter((one) => one.path === path).length;
  expect(rig.shortest_ms).toBe(POLL_MS);
  expect(count("/wifi")).toBeGreaterThanOrEqual(7);
  expect(count("/scan")).toBeGreaterThanOrEqual(5);
  expect(count("/status")).toBeGreaterThanOrEqual(15);
  end();
  const before = count("/wifi");
  await rig.pass(2000);
  expect(count("/wifi")).toBe(before);
});

test("documents that are always due starve neither each other nor the status", async () => {
  const rig = new Rig();
  rig.poller.add(rig.polled("/one", 0));
  rig.poller.add(rig.polled("/two", 0));
  rig.poller.run(true);
  await rig.pass(2000);
  const paths = rig.asked.map(({ path }) => path);
  expect(paths.slice(0, 4)).toEqual(["/one", "/status", "/two", "/status"]);
});

test("nothing is asked while it is paused, also after an answer that was under way", async () => {
  const rig = new Rig();
  rig.poller.run(true);
  await rig.pass(300, null);
  rig.poller.run(false);
  await rig.pass(3000);
  expect(rig.asked).toHaveLength(1);
  rig.poller.run(true);
  await rig.pass(50);
  expect(rig.asked).toHaveLength(2);
});

test("pausing and resuming in a hurry does not ask faster", async () => {
  const rig = new Rig();
  rig.poller.run(true);
  for (let i = 0; i < 50; i++) {
    await rig.pass(20);
    rig.poller.run(false);
    rig.poller.run(true);
  }
  expect(rig.asked.length).toBeGreaterThan(2);
  expect(rig.shortest_ms).toBeGreaterThanOrEqual(POLL_MS);
});

test("after a failure it waits longer, and goes on by itself", async () => {
  const rig = new Rig();
  rig.poller.run(true);
  await rig.pass(100, null);
  rig.asked[0]!.fail();
  await rig.pass(2000);
  expect(rig.failures).toBe(1);
  expect(rig.asked[1]!.at_ms - rig.asked[0]!.at_ms).toBe(RETRY_MS);
  expect(rig.asked[2]!.at_ms - rig.asked[1]!.at_ms).toBe(POLL_MS);
});
