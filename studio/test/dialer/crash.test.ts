/** Power cuts in the middle of a campaign: two processes on one server, one of them killed, three times. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { Webhook } from "standardwebhooks";
import { nextStep, type RetryPolicy, resultOf } from "../../src/campaign/retry_policy";
import { contactsCsv, finished, readyCampaign, uploadCsv } from "../harness/campaign";
import { type Cluster, startCluster } from "../harness/postgres";
import { type RunningStudio, startStudio } from "../harness/running_studio";
import { type Tenant, World } from "../harness/world";
import { type Consumer, consumer, ok, until } from "../webhook/consumers";

/** Ten thousand in the figures of docs/studio.md; fewer here, so that every run has the test. */
const CONTACTS = Number(process.env["STUDIO_TEST_CRASH_CONTACTS"] ?? 250);
const PATIENCE_MS = 600_000;

/** A short list is called slowly, so that there is something left to call after each death. */
const SPEED = CONTACTS < 1000 ? 10 : 40;

/** The second process dies when so much of the list has been called, in the middle of at least so many calls. */
const DEATHS = [0.2, 0.45, 0.7];
const UNDER_WAY = 3;

const POLICY: RetryPolicy = {
  max_attempts: 3,
  rules: {
    no_answer: { retries: 2, delay_s: 1, backoff: 1 },
    busy: { retries: 2, delay_s: 0, backoff: 1 },
    voicemail: { retries: 1, delay_s: 0, backoff: 1 },
    failed: { retries: 1, delay_s: 1, backoff: 1 },
  },
};

interface CallRow {
  id: string;
  contact_id: string;
  to_number: string;
  attempt: number;
  state: string;
  outcome: string;
  scenario_outcome: string | null;
  queued_at: string;
  ended_at: string;
}

describe("a campaign whose processes are killed", () => {
  let cluster: Cluster;
  let database_url: string;
  let folder: string;
  let ledger: string;
  let receiver: Consumer;
  let first: RunningStudio;
  let second: RunningStudio;
  let tenant: Tenant;
  let secret: string;

  const start = () =>
    startStudio({
      database_url,
      environment: {
        STUDIO_SIMULATED_LEDGER: ledger,
        STUDIO_WEBHOOK_ALLOW_PRIVATE: "127.0.0.1",
        STUDIO_CALLS: "40",
        STUDIO_CALL_LEASE_S: "4",
      },
    });
  const ask = async <Row extends object>(sql: string, params: unknown[] = []): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: database_url });
    await client.connect();
    try {
      await client.query("SET ROLE studio_system");
      return (await client.query(sql, params)).rows as Row[];
    } finally {
      await client.end();
    }
  };

  const called = async () => {
    const [row] = await ask<{ n: string }>("SELECT count(*) AS n FROM contacts WHERE attempts > 0");
    return Number(row!.n);
  };
  /** The processes besides these that are in the middle of calls, once there is one. */
  const carriers = async (without: readonly string[]): Promise<string[]> => {
    let owners: string[] = [];
    await until(
      "calls are under way",
      async () => {
        const rows = await ask<{ owner: string }>(
          `SELECT lease_owner AS owner FROM calls WHERE state IN ('dialing', 'in_progress') AND lease_owner <> ALL ($1::uuid[])
           GROUP BY lease_owner HAVING count(*) >= ${UNDER_WAY}`,
          [without],
        );
        owners = rows.map(({ owner }) => owner);
        return owners.length > 0;
      },
      PATIENCE_MS,
    );
    return owners;
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "drowsyguard-crash-"));
    ledger = join(folder, "ledger.jsonl");
    cluster = await startCluster();
    database_url = await cluster.createDatabase("studio");
    receiver = await consumer(ok);
    first = await start();
    tenant = await (await World.of(first)).tenant();
  }, 120_000);

  afterAll(async () => {
    await Promise.all([first?.stop(), second?.stop()]);
    await receiver?.close();
    await cluster?.stop();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  test(
    "everybody is called exactly as the policy says, and every webhook arrives",
    async () => {
      const { client } = tenant.admin;
      secret = (await client.expect(201, "POST", "/webhook-endpoints", { url: receiver.url })).secret;
      const campaign = await readyCampaign(client, {
        retry_policy: POLICY,
        max_concurrent: 60,
        simulation: { speed: SPEED, seed: "crash" },
      });
      expect((await uploadCsv(client, campaign.id, contactsCsv(CONTACTS))).inserted).toBe(CONTACTS);
      await client.expect(200, "POST", `/campaigns/${campaign.id}/start`);
      const begun_ms = performance.now();

      const [survivor] = await carriers([]);
      const gone = [survivor!];
      for (const part of DEATHS) {
        second = await start();
        await until(`${part} of the contacts are called`, async () => (await called()) >= part * CONTACTS, PATIENCE_MS);
        const [victim] = await carriers(gone);
        await second.kill();
        gone.push(victim!);
      }
      second = await start();
      await finished(client, campaign.id, PATIENCE_MS);
      const called_s = (performance.now() - begun_ms) / 1000;

      const calls = await ask<CallRow>(
        `SELECT id, contact_id, to_number, attempt, state, outcome, scenario_outcome, queued_at, ended_at FROM calls
         ORDER BY contact_id, attempt`,
      );
      const dialed = dialedCalls(ledger);
      holdsToPolicy(calls);
      expect(await ask("SELECT DISTINCT state FROM contacts ORDER BY state")).toEqual([
        { state: "exhausted" },
        { state: "reached" },
      ]);
      nobodyDialedTwice(calls, dialed);

      await until(
        "every webhook is there",
        async () => {
          const [row] = await ask<{ n: string }>("SELECT count(*) AS n FROM webhook_messages WHERE state = 'pending'");
          return Number(row!.n) === 0;
        },
        PATIENCE_MS,
      );
      everyWebhookArrived(receiver, secret, calls, campaign.id);
      const told_s = (performance.now() - begun_ms) / 1000;
      console.info(
        `${figures(calls, dialed, receiver)}; called in ${called_s.toFixed(1)} s, told after ${told_s.toFixed(1)} s`,
      );
    },
    PATIENCE_MS,
  );
});

/** What the gateway was really asked, by call. */
function dialedCalls(ledger: string): Map<string, number> {
  const dialed = new Map<string, number>();
  for (const line of readFileSync(ledger, "utf8").trim().split("\n")) {
    const { call_id } = JSON.parse(line) as { call_id: string };
    dialed.set(call_id, (dialed.get(call_id) ?? 0) + 1);
  }
  return dialed;
}

/** Each contact's attempts are the ones the policy asks for after each result: no more, no fewer. */
function holdsToPolicy(calls: readonly CallRow[]): void {
  const by_contact = new Map<string, CallRow[]>();
  for (const call of calls) by_contact.set(call.contact_id, [...(by_contact.get(call.contact_id) ?? []), call]);
  expect(by_contact.size).toBe(CONTACTS);
  for (const attempts of by_contact.values()) {
    const times = new Map<string, number>();
    attempts.forEach((call, at) => {
      expect(call).toMatchObject({ attempt: at + 1, state: "ended" });
      const result = resultOf(call.outcome, call.scenario_outcome);
      times.set(result, (times.get(result) ?? 0) + 1);
      const step = nextStep(POLICY, result, call.attempt, times.get(result)!);
      const next = attempts[at + 1];
      expect({ call: call.id, again: step.state === "waiting" }).toEqual({ call: call.id, again: next !== undefined });
      if (step.state !== "waiting") return;
      const waited_ms = Date.parse(next!.queued_at) - Date.parse(call.ended_at);
      expect(waited_ms).toBeGreaterThanOrEqual(step.delay_s * 1000);
    });
  }
  // Otherwise this would have shown nothing.
  const results = new Set(calls.map(({ outcome }) => outcome));
  for (const result of ["answered", "no_answer", "busy", "interrupted"]) expect(results).toContain(result);
}

function nobodyDialedTwice(calls: readonly CallRow[], dialed: ReadonlyMap<string, number>): void {
  const known = new Set(calls.map((call) => call.id));
  for (const [call_id, times] of dialed)
    expect({ call_id, times, known: known.has(call_id) }).toEqual({ call_id, times: 1, known: true });
  // A call that was cut off may have died before or after the gateway was asked; every other one was dialled.
  for (const call of calls) if (call.outcome !== "interrupted") expect(dialed.has(call.id)).toBe(true);
}

function everyWebhookArrived(receiver: Consumer, secret: string, calls: readonly CallRow[], campaign_id: string): void {
  const verifier = new Webhook(secret);
  const seen = new Map<string, { type: string; data: Record<string, unknown> }>();
  for (const one of receiver.received) {
    seen.set(one.webhook_id, verifier.verify(one.body, one.headers) as { type: string; data: Record<string, unknown> });
  }
  const facts = [...seen.values()];
  const told = facts.filter((fact) => fact.type === "call.finished").map((fact) => fact.data["call_id"]);
  expect(told.length).toBe(calls.length);
  expect(new Set(told)).toEqual(new Set(calls.map((call) => call.id)));
  const ends = facts.filter((fact) => fact.type === "campaign.finished");
  expect(ends.map((fact) => fact.data["campaign_id"])).toEqual([campaign_id]);
}

function figures(calls: readonly CallRow[], dialed: ReadonlyMap<string, number>, receiver: Consumer): string {
  const interrupted = calls.filter((call) => call.outcome === "interrupted").length;
  const ids = new Set(receiver.received.map((one) => one.webhook_id)).size;
  return `${CONTACTS} contacts, ${calls.length} calls (${dialed.size} dialled, ${interrupted} interrupted), ${ids} webhooks in ${receiver.received.length} deliveries`;
}
