/** The power cut of a computer: SIGKILL in the middle of storing, at moments that nobody chose. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { CAPTURE_HEAD_BYTES, readFacts } from "../../../../src/announce/capture_file";
import { Captures } from "../../../../src/announce/captures";
import { HostCard } from "../../../../src/boards/host/card/card";
import { hostTimers } from "../../../../src/boards/host/timers";

const CAPTURES = 200;

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "drowsyguard-kill-"));
  buildSync({
    entryPoints: [join(__dirname, "storing_program.ts")],
    outfile: join(dir, "storing.js"),
    bundle: true,
    platform: "node",
    logLevel: "error",
  });
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Lets the program store, kills it `after_ms` after its first capture; resolves to the last count that it printed. */
function storeUntilKilled(card: string, after_ms: number): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(dir, "storing.js"), card, String(CAPTURES)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let printed = "";
    child.stdout.on("data", (text) => {
      if (printed === "") setTimeout(() => child.kill("SIGKILL"), after_ms);
      printed += text;
    });
    child.on("close", () => resolve(Number(printed.trim().split("\n").at(-1))));
  });
}

test("whatever moment the process dies at, every listed capture opens, none that was reported is lost, and no id comes twice", async () => {
  const card = join(dir, "card");
  let reported = 0;
  let rounds = 0;
  let newest = "";
  while (reported < CAPTURES || rounds < 5) {
    rounds++;
    reported = await storeUntilKilled(card, Math.random() * 250);
    const captures = new Captures(new HostCard(card, 0), hostTimers, async () => {});
    await captures.start();
    const { events } = captures.state;
    // One may have become durable without the word of it coming through.
    expect(events - reported).toBeGreaterThanOrEqual(0);
    expect(events - reported).toBeLessThanOrEqual(1);
    const listed = [];
    for (let skip = 0; skip < events; skip += 48) listed.push(...(await captures.page(skip, 48)));
    expect(listed).toHaveLength(events);
    for (const { id, size } of listed) {
      const file = (await captures.open(id))!;
      expect(file.length).toBe(size);
      expect([...file.subarray(-2)]).toEqual([0xff, 0xd9]);
      expect(readFacts(file.subarray(0, CAPTURE_HEAD_BYTES))).not.toBeNull();
    }
    expect(listed[0]!.id > newest).toBe(true);
    newest = listed[0]!.id;
  }
}, 60_000);
