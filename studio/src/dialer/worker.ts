import { randomUUID } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import { DIALER_CHANNEL } from "../campaign/channel";
import { finishCampaign } from "../campaign/finish";
import type { Services } from "../http/principal";
import { GuardedClient } from "../net/client";
import { httpCaller } from "../runtime/http_caller";
import type { VoiceGateway } from "../voice/gateway";
import { webhookConfig } from "../webhook/config";
import type { Worker } from "../worker";
import { carry, type QueuedCall } from "./carry";
import { type ClaimedCall, claim } from "./claim";
import { claimTests } from "./claim_tests";
import { gatewayOf } from "./gateways";
import { matcherOf } from "./matchers";
import { recorder } from "./recorder";
import { forget, recover } from "./recover";
import { RunnableCache } from "./runnable";

/** A process that died is noticed after so long; its calls are taken up then. */
const LEASE_S = 15;
const HEARTBEAT_MS = 5_000;
const LOOK_MS = 200;
const RECOVER_MS = 3_000;

/** Calls may end by themselves for so long when the process is told to stop; then they are cut off. */
const DRAIN_MS = 5_000;

/** Calls of one process at the same time, where STUDIO_CALLS does not say otherwise. */
const DEFAULT_CALLS = 100;

/** Claims calls, places them and carries them to their end. As many processes as one likes may do so on one database. */
export function dialerWorker(services: Services, log: FastifyBaseLogger): Worker {
  const { db, now } = services;
  const owner = randomUUID();
  const limit = callsLimit(services.environment["STUDIO_CALLS"]);
  const cache = new RunnableCache(matcherOf(services));
  const recordCall = recorder(services.data, (error, call_id) => log.error({ err: error, call_id }, "no recording"));
  const http = httpCaller(new GuardedClient({ policy: webhookConfig(services.environment).policy }));
  const active = new Map<string, Promise<void>>();
  const cut_off = new AbortController();
  let stopping = false;
  let looking: Promise<void> | null = null;
  let look_again = false;
  const timers: NodeJS.Timeout[] = [];
  let unlisten: (() => Promise<void>) | null = null;

  function begin(call: QueuedCall, gateway: VoiceGateway, record: boolean): void {
    const parts = { db, http, owner, now, gateway, record: record ? recordCall : null };
    const carried = carry(call, parts, cut_off.signal)
      .then(async (placed) => {
        if (!placed) await db.asSystem((tx) => forget(tx, [call.id]));
      })
      .catch((error: Error) => log.error({ err: error, call_id: call.id }, "a call could not be carried to its end"))
      .finally(() => {
        active.delete(call.id);
        wake();
      });
    active.set(call.id, carried);
  }

  async function look(): Promise<void> {
    const tests = await db.asSystem((tx) =>
      claimTests(tx, {
        owner,
        lease_s: LEASE_S,
        free: limit - active.size,
        versionOf: (inner, request, version) => cache.version(inner, request, version),
      }),
    );
    for (const { call, gateway, request } of tests) {
      begin(call, gatewayOf(services, { gateway, simulation: request.simulation }), request.record);
    }
    while (!stopping && active.size < limit) {
      const found = await db.asSystem(async (tx) => {
        const claimed = await claim(tx, {
          owner,
          lease_s: LEASE_S,
          free: limit - active.size,
          now: now(),
          runnableOf: (inner, campaign, at) => cache.of(inner, campaign, at),
        });
        if (claimed.finished) await finishCampaign(tx, claimed.campaign!.id, "all_contacts_done", now());
        return claimed;
      });
      if (found.campaign === null) return;
      for (const call of found.calls)
        begin(queued(call), gatewayOf(services, found.campaign), found.campaign.record_calls);
    }
  }

  function wake(): void {
    if (stopping) return;
    if (looking !== null) {
      look_again = true;
      return;
    }
    looking = look()
      .catch((error: Error) => log.error({ err: error }, "the dialer could not look for calls"))
      .finally(() => {
        looking = null;
        if (!look_again) return;
        look_again = false;
        wake();
      });
  }

  const quietly = (what: string, work: () => Promise<unknown>) => () => {
    work().catch((error: Error) => log.error({ err: error }, what));
  };

  return {
    name: "dialer",
    async start() {
      unlisten = await db.listen(DIALER_CHANNEL, wake);
      timers.push(
        setInterval(wake, LOOK_MS),
        setInterval(
          quietly("leases could not be renewed", () =>
            db.asSystem((tx) =>
              tx.query(
                // Only what is still being carried: a call whose end could not be stored is taken up when its lease has run out.
                "UPDATE calls SET lease_until = now() + make_interval(secs => $2) WHERE lease_owner = $1 AND id = ANY ($3::uuid[])",
                [owner, LEASE_S, [...active.keys()]],
              ),
            ),
          ),
          HEARTBEAT_MS,
        ),
        setInterval(
          quietly("abandoned calls could not be taken up", () => recover(db, now())),
          RECOVER_MS,
        ),
      );
      wake();
    },
    async stop() {
      stopping = true;
      await unlisten?.();
      const drain = setTimeout(() => cut_off.abort(), DRAIN_MS);
      await looking;
      await Promise.allSettled(active.values());
      clearTimeout(drain);
      for (const timer of timers) clearInterval(timer);
    },
  };
}

function queued(call: ClaimedCall): QueuedCall {
  const { id, tenant_id, number, contact, runnable, campaign } = call;
  const { caller_number, trunk, ring_timeout_s } = campaign;
  return {
    id,
    tenant_id,
    project_id: campaign.project_id,
    campaign_id: campaign.id,
    number,
    from: caller_number,
    trunk,
    ring_timeout_s,
    contact,
    runnable,
  };
}

function callsLimit(text: string | undefined): number {
  if (text === undefined || text === "") return DEFAULT_CALLS;
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > 10_000) {
    throw new Error(`STUDIO_CALLS must be a whole number from 1 to 10000, not '${text}'`);
  }
  return limit;
}
