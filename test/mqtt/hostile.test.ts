/** Peers on real sockets that are no broker, for ten minutes of the client's time in a second of ours. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Timers } from "../../src/board/timers";
import { hostTimers } from "../../src/boards/host/timers";
import type { Mqtt } from "../../src/mqtt/mqtt";
import { makeMqtt, until } from "./host_rig";
import { PEERS } from "./hostile_peers";
import { form, microsleep } from "./rig";

jest.setTimeout(60_000);

/** The client's clock runs so much faster than ours. */
const HASTE = 600;
const TEN_MINUTES_MS = 600_000;
/** Far below what the floods send in that time. */
const HEAP_SLACK_BYTES = 3_000_000;

const hasty: Timers = {
  set: (callback, delay_ms) => hostTimers.set(callback, delay_ms / HASTE),
  repeat: (callback, interval_ms) => hostTimers.repeat(callback, interval_ms / HASTE),
  clear: (id) => hostTimers.clear(id),
  now_ms: () => hostTimers.now_ms() * HASTE,
};

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** What is in use now; once no connection is left, what was kept. */
function heapBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

let peers: ChildProcess;
let ports: Record<string, number>;
let mqtt: Mqtt | null = null;
let baseline: number;

beforeAll(async () => {
  peers = spawn(process.execPath, ["--import", "tsx", join(__dirname, "hostile_peers.ts")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  baseline = heapBytes();
  ports = JSON.parse(await new Promise<string>((done) => peers.stdout!.once("data", (line) => done(String(line)))));
});
afterEach(() => mqtt?.stop());
afterAll(async () => {
  const gone = new Promise((done) => peers.once("exit", done));
  peers.kill();
  await gone;
});

const OVER_WS = ["a peer that accepts and says nothing", "a flood of random bytes", "HTTP headers without end"];
const OVER_TCP = Object.keys(PEERS).slice(0, -1);

test.each([
  ...OVER_TCP.map((peer) => ({ peer, transport: "tcp" })),
  ...OVER_WS.map((peer) => ({ peer, transport: "ws" })),
])("ten minutes of $peer, over $transport, end in backoff, with the alerts kept and memory flat", async (row) => {
  const { peer, transport } = row;
  const unit = makeMqtt({ timers: hasty });
  mqtt = unit;
  unit.start();
  unit.configure(form({ enabled: 1, host: "127.0.0.1", transport, port: ports[peer]! }));
  for (let i = 0; i < 20; i++) unit.alert(microsleep(i));
  const end = hasty.now_ms() + TEN_MINUTES_MS;
  await until("ten minutes", () => hasty.now_ms() > end);
  await until("backoff", () => unit.summary.state === "backoff");
  expect(unit.summary).toMatchObject({ queued: 16, dropped: 4 });
  expect(unit.summary.error).toMatch(/^[A-Z_]+( \d+)?$/);
  // It went on trying, at the pace of a long outage.
  expect(unit.document.status.attempt).toBeGreaterThan(3);
  expect(unit.document.status.attempt).toBeLessThan(50);
  unit.configure(form({ enabled: 0 }));
  await until("the memory is given back", () => heapBytes() - baseline < HEAP_SLACK_BYTES, 20_000);
});
