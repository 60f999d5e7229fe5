import { randomUUID } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import { DIALER_CHANNEL } from "../campaign/channel";
import { finishCampaign } from "../campaign/finish";
import type { Tx } from "../db/db";
import type { Services } from "../http/principal";
import { GuardedClient } from "../net/client";
import { httpCaller } from "../runtime/http_caller";
import { jambonzFrom } from "../voice/jambonz/configure";
import { webhookConfig } from "../webhook/config";
import type { Worker } from "../worker";
import { beginDialing, type Dialing } from "./begin_dialing";
import type { CampaignRow } from "./capacity";
import { carry } from "./carry";
import { type Claim, ClaimFault, claim } from "./claim";
import { claimTests } from "./claim_tests";
import { gated } from "./gate";
import { gatewayFor } from "./gateways";
import { HookedCalls } from "./hooks/call";
import type { Lease } from "./lease";
import { lostCalls } from "./lost_calls";
import { matcherOf } from "./matchers";
import type { ClaimedCall } from "./new_calls";
import type { QueuedCall } from "./queued_call";
import { recorder } from "./recorder";
import { forget, recover } from "./recover";
import { Resting } from "./resting";
import { RunnableCache } from "./runnable";
import { dialerSettings } from "./settings";
import { Wakeful } from "./wakeful";

/** Between two looks: calls that end one after the other are followed by one claim for all of them. */
const GATHER_MS = 10;
/** Whoever starts a campaign or a test call wakes us; this is for wake-ups that get lost. */
const IDLE_MS = 1_000;
/** A campaign that had no free line is skipped for so long, unless a call of its tenant ends here before. */
const BLOCKED_MS = 250;

/** A campaign that cannot be looked at is skipped for so long. */
const FAULTY_MS = 5_000;

/** Calls may end by themselves for so long when the process is told to stop; then they are cut off. */
const DRAIN_MS = 5_000;

/** Claims calls, places them and carries them to their end. As many processes as one likes may do so on one database. */
export function dialerWorker(services: Services, log: FastifyBaseLogger): Worker {
  const { now } = services;
  const db = gated(services.db);
  const { calls: limit, lease_s } = dialerSettings(services.environment);
  const lease: Lease = { owner: randomUUID(), lease_s };
  const { owner } = lease;
  const understood = matcherOf(services);
  const cache = new RunnableCache(understood);
  const recordCall = recorder(services.data, (error, call_id) => log.error({ err: error, call_id }, "no recording"));
  const http = httpCaller(new GuardedClient({ policy: webhookConfig(services.environment).policy }));
  const jambonz = jambonzFrom(services.environment);
  const hooked = new HookedCalls({
    db: services.db,
    http,
    now,
    matcherOf: understood,
    hooksUrl: jambonz?.hooksUrl ?? ((call_id) => call_id),
  });
  const lost = lostCalls({ db: services.db, now, hooked, gateway: jambonz?.gateway ?? null });
  const active = new Map<string, Promise<void>>();
  const resting = new Resting();
  const cut_off = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  let unlisten: (() => Promise<void>) | null = null;
  let tests_due = true;
  let turn = 0;

  const looks = new Wakeful(
    async () => Math.min(IDLE_MS, Math.max(GATHER_MS, await look())),
    (error) => {
      log.error({ err: error }, "the dialer could not look for calls");
      return IDLE_MS;
    },
  );

  /** A call that is not begun for whatever reason is forgotten when its lease has run out. */
  async function begin(calls: readonly NewCall[]): Promise<void> {
    if (looks.stopped) {
      const ids = calls.map(({ call }) => call.id);
      return db.asSystem((tx) => forget(tx, ids, owner));
    }
    for (const { call, gateway, record } of await beginDialing(calls, { db, owner, now })) {
      const parts = { db, http, lease, now, gateway, record: record ? recordCall : null };
      const carried = carry(call, parts, cut_off.signal)
        .catch((error: Error) => log.error({ err: error, call_id: call.id }, "a call could not be carried to its end"))
        .finally(() => {
          active.delete(call.id);
          resting.callEnded(call.tenant_id);
          looks.wakeIn(GATHER_MS);
        });
      active.set(call.id, carried);
    }
  }

  /** @returns milliseconds until another look is worth while */
  async function look(): Promise<number> {
    while (!looks.stopped && active.size < limit) {
      if (tests_due) await beginTests();
      const found = await claimSome();
      if (found === null) continue;
      const { campaign, blocked, calls, next_due } = found;
      if (campaign === null) return untilWorthIt(next_due);
      if (blocked !== null) resting.add(blocked, campaign.tenant_id, BLOCKED_MS, true);
      await begin(calls.map((call) => newCall(services, call)));
    }
    return IDLE_MS;
  }

  /** Null where one campaign cannot be looked at: it must not keep the others from it. */
  async function claimSome(): Promise<Claim | null> {
    const options = {
      owner,
      lease_s,
      free: limit - active.size,
      now: now(),
      skip: resting.ids(),
      runnableOf: (tx: Tx, campaign: CampaignRow, at: Date) => cache.of(tx, campaign, at),
      turn: () => turn++,
    };
    try {
      return await db.asSystem(async (tx) => {
        const claimed = await claim(tx, options);
        if (claimed.finished) await finishCampaign(tx, claimed.campaign!.id, "all_contacts_done", now());
        return claimed;
      });
    } catch (error) {
      if (!(error instanceof ClaimFault)) throw error;
      log.error({ err: error.cause, campaign_id: error.campaign.id }, "a campaign cannot be called");
      resting.add(error.campaign.id, error.campaign.tenant_id, FAULTY_MS, false);
      return null;
    }
  }

  async function beginTests(): Promise<void> {
    tests_due = false;
    const tests = await db.asSystem((tx) =>
      claimTests(tx, {
        owner,
        lease_s,
        free: limit - active.size,
        now: now(),
        versionOf: (inner, request, version) => cache.version(inner, request, version),
      }),
    );
    await begin(
      tests.map(({ call, gateway, request: { simulation, record }, fault }) => ({
        call,
        gateway: gatewayFor(services, { gateway, simulation }, fault),
        record,
      })),
    );
  }

  function untilWorthIt(next_due: Date | null): number {
    const due_ms = next_due === null ? IDLE_MS : next_due.getTime() - now().getTime();
    return Math.min(resting.shortest(), due_ms, IDLE_MS);
  }

  function heartbeat(): Promise<unknown> {
    // Only what is still being carried: a call whose end could not be stored is taken up when its lease has run out. One that is
    // written right now gets its lease there; waiting for it would hold up all others.
    return services.db.asSystem((tx) =>
      tx.query(
        `UPDATE calls SET lease_until = greatest(lease_until, now() + make_interval(secs => $2))
         WHERE id IN (SELECT id FROM calls WHERE lease_owner = $1 AND id = ANY ($3::uuid[]) FOR UPDATE SKIP LOCKED)`,
        [owner, lease_s, [...active.keys()]],
      ),
    );
  }

  const quietly = (what: string, work: () => Promise<unknown>) => () => {
    work().catch((error: Error) => log.error({ err: error }, what));
  };
  const lookForTests = () => {
    tests_due = true;
    looks.wakeIn(0);
  };

  return {
    name: "dialer",
    async start() {
      unlisten = await db.listen(DIALER_CHANNEL, lookForTests);
      timers.push(
        setInterval(lookForTests, IDLE_MS),
        setInterval(quietly("leases could not be renewed", heartbeat), (lease_s * 1000) / 3),
        setInterval(
          quietly("abandoned calls could not be taken up", () => recover(services.db, now(), lost)),
          lease_s * 200,
        ),
      );
      looks.wakeIn(0);
    },
    async stop() {
      await unlisten?.();
      const drain = setTimeout(() => cut_off.abort(), DRAIN_MS);
      await looks.stop();
      await Promise.allSettled(active.values());
      clearTimeout(drain);
      for (const timer of timers) clearInterval(timer);
    },
  };
}

interface NewCall extends Dialing {
  record: boolean;
}

function newCall(services: Services, claimed: ClaimedCall): NewCall {
  const { id, tenant_id, attempt, number, from, way, contact, runnable, campaign } = claimed;
  const call: QueuedCall = {
    id,
    tenant_id,
    project_id: campaign.project_id,
    campaign_id: campaign.id,
    attempt,
    number,
    dialled: way.kind === "way" ? way.dialled : number,
    from,
    trunk: way.kind === "way" ? way.trunk : null,
    ring_timeout_s: campaign.ring_timeout_s,
    contact,
    runnable,
  };
  const fault = way.kind === "none" ? way.reason : null;
  return { call, gateway: gatewayFor(services, campaign, fault), record: campaign.record_calls };
}
