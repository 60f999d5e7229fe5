/** Live events from their commit to a thousand sockets of one tenant, half of them of people who may not read numbers. */
import { readFileSync } from "node:fs";
import pg from "pg";
import type WebSocket from "ws";
import { readyCampaign } from "../../../studio/test/harness/campaign";
import { openSocket } from "../../../studio/test/harness/live";
import { startCluster } from "../../../studio/test/harness/postgres";
import { type RunningStudio, startStudio } from "../../../studio/test/harness/running_studio";
import { unique, World } from "../../../studio/test/harness/world";
import type { Figure } from "../figure";
import { percentile } from "../measure";

const SOCKETS = 1_000;
/** Opened at the same time: no more may be strangers than the studio allows. */
const OPENED_AT_ONCE = 100;
/** Every so many sockets tell when they got an event; the others count. */
const TIMED_EVERY = 20;
const PACED = { events: 250, every_ms: 20 };
const BURST = 2_000;
const PATIENCE_MS = 120_000;

export async function benchStudioLive(): Promise<Figure[]> {
  const cluster = await startCluster();
  try {
    const database_url = await cluster.createDatabase("live");
    const studio = await startStudio({ database_url, flags: ["--log", "silent", "--run", "api"] });
    const source = new pg.Client({ connectionString: database_url });
    await source.connect();
    const audience = new Audience();
    try {
      return await measure(studio, source, audience);
    } finally {
      audience.close();
      await source.end();
      await studio.stop();
    }
  } finally {
    await cluster.stop();
  }
}

async function measure(studio: RunningStudio, source: pg.Client, audience: Audience): Promise<Figure[]> {
  const tenant = await (await World.of(studio)).tenant();
  const { project_id } = await readyCampaign(tenant.admin.client);
  const watcher = await tenant.person("STUDIO_MONITORING");
  await tenant.admin.client.expect(200, "PUT", `/projects/${project_id}/members/${watcher.id}`, { role: "viewer" });
  const empty_bytes = residentBytes(studio);
  const opening = performance.now();
  await audience.open(studio.base, [tenant.admin.client.token!, watcher.client.token!]);
  const opened_s = (performance.now() - opening) / 1000;
  const socket_bytes = (residentBytes(studio) - empty_bytes) / SOCKETS;

  const emit = (from: number, count: number) => emitEvents(source, { tenant_id: tenant.id, project_id }, from, count);
  await emit(0, 20);
  await audience.got(20);
  const latency_ms = await paced(emit, audience);
  const cpu_before_s = processorSeconds(studio);
  const per_s = await burst(emit, audience);
  const cpu_s = processorSeconds(studio) - cpu_before_s;
  const full_bytes = residentBytes(studio);
  return [
    { name: `${SOCKETS} sockets opened`, value: SOCKETS / opened_s, unit: "sockets/s" },
    { name: "memory of the studio a socket", value: socket_bytes / 1024, unit: "KiB" },
    {
      name: `${1000 / PACED.every_ms} events/s to ${SOCKETS} sockets: p50`,
      value: percentile(latency_ms, 0.5),
      unit: "ms",
    },
    {
      name: `${1000 / PACED.every_ms} events/s to ${SOCKETS} sockets: p99`,
      value: percentile(latency_ms, 0.99),
      unit: "ms",
    },
    { name: `${BURST} events at once to ${SOCKETS} sockets`, value: per_s, unit: "events/s" },
    { name: `${BURST} events at once to ${SOCKETS} sockets`, value: per_s * SOCKETS, unit: "messages/s" },
    { name: "processor time of the studio a message", value: (cpu_s / BURST / SOCKETS) * 1e6, unit: "µs" },
    { name: "memory of the studio before the sockets", value: empty_bytes / 1024 / 1024, unit: "MiB" },
    { name: "memory of the studio after that", value: full_bytes / 1024 / 1024, unit: "MiB" },
  ];
}

type Emit = (from: number, count: number) => Promise<void>;

/** One event after the other, each in a transaction of its own. @returns from commit to receipt, ms */
async function paced(emit: Emit, audience: Audience): Promise<number[]> {
  const before = audience.count;
  const committed_ms: number[] = [];
  audience.timed.length = 0;
  for (let n = 0; n < PACED.events; n++) {
    const due_ms = performance.now() + PACED.every_ms;
    await emit(n, 1);
    committed_ms.push(performance.now());
    await new Promise((done) => setTimeout(done, Math.max(0, due_ms - performance.now())));
  }
  await audience.got(before + PACED.events);
  return audience.timed.map(({ n, at_ms }) => Math.max(0, at_ms - committed_ms[n]!));
}

/** @returns events a second until the last socket had the last of them */
async function burst(emit: Emit, audience: Audience): Promise<number> {
  const before = audience.count;
  const begun = performance.now();
  await emit(0, BURST);
  await audience.got(before + BURST);
  return BURST / ((performance.now() - begun) / 1000);
}

/** As the dialer writes what is said in a call. */
async function emitEvents(
  source: pg.Client,
  place: { tenant_id: string; project_id: string },
  from: number,
  count: number,
): Promise<void> {
  const { tenant_id, project_id } = place;
  const ids = { call_id: unique(), project_id, campaign_id: unique() };
  const data = Array.from({ length: count }, (_, i) => ({
    ...ids,
    flow: null,
    node_id: "ask",
    at_ms: 12_345,
    by: "bot",
    kind: "said",
    text: "Press one to confirm, two to be put through to somebody.",
    intent: null,
    n: from + i,
  }));
  await source.query("BEGIN; SET LOCAL ROLE studio_system");
  await source.query(
    "INSERT INTO live_events (tenant_id, type, data) SELECT $1, 'call.said', value FROM jsonb_array_elements($2::jsonb)",
    [tenant_id, JSON.stringify(data)],
  );
  await source.query("SELECT pg_notify('studio_live', $1)", [tenant_id]);
  await source.query("COMMIT");
}

/** Everybody who watches. */
class Audience {
  readonly timed: { n: number; at_ms: number }[] = [];
  readonly #sockets: WebSocket[] = [];
  readonly #counts: number[] = [];
  #fault: Error | null = null;

  /** Events that the slowest socket has. */
  get count(): number {
    return Math.min(...this.#counts);
  }

  async open(base: string, tokens: readonly string[]): Promise<void> {
    for (let at = 0; at < SOCKETS; at += OPENED_AT_ONCE) {
      await Promise.all(
        Array.from({ length: OPENED_AT_ONCE }, (_, i) => this.#one(base, tokens[(at + i) % tokens.length]!, at + i)),
      );
    }
  }

  async got(count: number): Promise<void> {
    const until = performance.now() + PATIENCE_MS;
    while (this.count < count) {
      if (this.#fault !== null) throw this.#fault;
      if (performance.now() > until) throw new Error(`the slowest socket has ${this.count} of ${count} events`);
      await new Promise((done) => setTimeout(done, 1));
    }
  }

  close(): void {
    for (const ws of this.#sockets) ws.terminate();
  }

  async #one(base: string, token: string, index: number): Promise<void> {
    const { ws, closed } = await openSocket(base);
    this.#sockets.push(ws);
    this.#counts[index] = 0;
    void closed.then(({ code, reason }) => {
      this.#fault = new Error(`a socket was closed with ${code} ${reason}`);
    });
    const ready = new Promise<void>((done) => ws.once("message", () => done()));
    ws.send(JSON.stringify({ type: "authenticate", token }));
    await Promise.race([ready, closed]);
    const timed = index % TIMED_EVERY === 0;
    ws.on("message", (bytes: Buffer) => {
      if (bytes.includes('"type":"heartbeat"')) return;
      this.#counts[index]! += 1;
      if (timed) this.timed.push({ n: JSON.parse(bytes.toString()).data.n, at_ms: performance.now() });
    });
  }
}

/** User and system time of the studio's process so far. */
function processorSeconds(studio: RunningStudio): number {
  const stat = readFileSync(`/proc/${studio.process.pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // In ticks, of which Linux shows a hundred a second.
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function residentBytes(studio: RunningStudio): number {
  const status = readFileSync(`/proc/${studio.process.pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)![1]) * 1024;
}
