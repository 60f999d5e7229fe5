/** Campaigns on a real server whose clock the test turns, for the tests of this folder. */
import { v7 as uuid } from "uuid";
import type { RetryPolicy } from "../../src/campaign/retry_policy";
import type { Db } from "../../src/db/db";
import { openServer } from "../../src/db/server";
import { type Claim, type ClaimOptions, claim } from "../../src/dialer/claim";
import { type CallEnding, endCall } from "../../src/dialer/end_call";
import type { Runnable } from "../../src/dialer/runnable";
import type { TrunkDocument } from "../../src/trunk/document";
import { writeTrunks } from "../../src/trunk/store";
import { type Cluster, startCluster } from "../harness/postgres";

/** A Monday. */
export const NOON = new Date("2026-06-15T12:00:00Z");
export const after = (seconds: number) => new Date(NOON.getTime() + seconds * 1000);

export interface Place {
  tenant_id: string;
  project_id: string;
  callbot_id: string;
  scenario_id: string;
}

export interface Campaign extends Place {
  id: string;
}

interface CampaignSettings {
  gateway: "simulated" | "jambonz";
  trunk: string | null;
  max_concurrent: number;
  calls_per_minute: number | null;
  group_id: string | null;
  calling_window: object | null;
  retry_policy: RetryPolicy;
  state: "running" | "paused";
}

const ANSWERED: CallEnding = {
  outcome: "answered",
  scenario_outcome: "completed",
  reason: null,
  sip_status: 200,
  disposition: null,
  tags: [],
  variables: {},
  turns: 1,
  ringing_ms: 1000,
  duration_ms: 5000,
  recording: null,
  events: [],
};

export class Switchboard {
  #turn = 0;

  private constructor(
    readonly db: Db,
    readonly cluster: Cluster,
  ) {}

  static async open(): Promise<Switchboard> {
    const cluster = await startCluster();
    return new Switchboard(await openServer(await cluster.createDatabase("dialer")), cluster);
  }

  async close(): Promise<void> {
    await this.db.close();
    await this.cluster.stop();
  }

  run = <Row>(sql: string, params: unknown[] = []) => this.db.asSystem((tx) => tx.query<Row>(sql, params));

  /** A tenant with a project, a callbot and a scenario. Whatever ran before is paused: a claim looks at all tenants. */
  async tenant(settings: { max_concurrent_calls?: number } = {}, trunks?: TrunkDocument): Promise<Place> {
    await this.run("UPDATE campaigns SET state = 'paused' WHERE state = 'running'");
    const [tenant_id, project_id, callbot_id, scenario_id] = [uuid(), uuid(), uuid(), uuid()];
    await this.run("INSERT INTO tenants (id, name, settings) VALUES ($1::uuid, $1::text, $2)", [
      tenant_id,
      JSON.stringify(settings),
    ]);
    await this.run("INSERT INTO projects (id, tenant_id, name) VALUES ($1, $2, 'P')", [project_id, tenant_id]);
    await this.run("INSERT INTO callbots (id, tenant_id, project_id, name) VALUES ($1, $2, $3, 'Rosa')", [
      callbot_id,
      tenant_id,
      project_id,
    ]);
    await this.run("INSERT INTO scenarios (id, tenant_id, callbot_id, name) VALUES ($1, $2, $3, 'Survey')", [
      scenario_id,
      tenant_id,
      callbot_id,
    ]);
    if (trunks !== undefined) await this.db.asSystem((tx) => writeTrunks(tx, tenant_id, trunks, NOON));
    return { tenant_id, project_id, callbot_id, scenario_id };
  }

  /** A running campaign. @param numbers its contacts, called in this order; `number@Zone` names another time zone than UTC */
  async campaign(place: Place, numbers: readonly string[], more: Partial<CampaignSettings> = {}): Promise<Campaign> {
    const id = uuid();
    const settings: CampaignSettings = {
      gateway: "simulated",
      trunk: null,
      max_concurrent: 100,
      calls_per_minute: null,
      group_id: null,
      calling_window: null,
      retry_policy: { max_attempts: 3, rules: { no_answer: { retries: 2, delay_s: 60, backoff: 1 } } },
      state: "running",
      ...more,
    };
    await this.run(
      `INSERT INTO campaigns (id, tenant_id, project_id, callbot_id, scenario_id, name, caller_number, ring_timeout_s, default_time_zone,
         next_claim_at, started_at, gateway, trunk, max_concurrent, calls_per_minute, group_id, calling_window, retry_policy, state)
       VALUES ($1::uuid, $2, $3, $4, $5, $1::text, '+4930999', 30, 'UTC', $6, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
      [
        id,
        place.tenant_id,
        place.project_id,
        place.callbot_id,
        place.scenario_id,
        after(-60),
        settings.gateway,
        settings.trunk,
        settings.max_concurrent,
        settings.calls_per_minute,
        settings.group_id,
        settings.calling_window === null ? null : JSON.stringify(settings.calling_window),
        JSON.stringify(settings.retry_policy),
        settings.state,
      ],
    );
    for (const [nth, text] of numbers.entries()) {
      const [number, time_zone = "UTC"] = text.split("@");
      await this.run(
        "INSERT INTO contacts (id, tenant_id, campaign_id, number, time_zone, next_at) VALUES ($1, $2, $3, $4, $5, $6)",
        [uuid(), place.tenant_id, id, number, time_zone, after(-60 + nth / 1000)],
      );
    }
    return { ...place, id };
  }

  /** One look for calls, as a process takes it. */
  claim(now = NOON, more: Partial<ClaimOptions> = {}): Promise<Claim> {
    const options: ClaimOptions = {
      owner: uuid(),
      lease_s: 15,
      free: 100,
      now,
      skip: [],
      runnableOf: async (_tx, campaign) => RUNNABLE(campaign.scenario_id!),
      turn: () => this.#turn++,
      ...more,
    };
    return this.db.asSystem((tx) => claim(tx, options));
  }

  /** Looks until nothing is due any more. @returns the numbers, in the order of their calls */
  async claimAll(now = NOON, more: Partial<ClaimOptions> = {}, skipped: readonly string[] = []): Promise<string[]> {
    const numbers: string[] = [];
    const skip = [...skipped];
    for (;;) {
      const found = await this.claim(now, { ...more, skip });
      if (found.campaign === null) return numbers;
      if (found.blocked !== null) skip.push(found.blocked);
      numbers.push(...found.calls.map(({ number }) => number));
    }
  }

  /** @param owner null: whoever holds the lease */
  end(call_id: string, how: Partial<CallEnding> = {}, at = NOON, owner: string | null = null): Promise<boolean> {
    return this.db.asSystem((tx) => endCall(tx, call_id, owner, { ...ANSWERED, ...how }, at));
  }

  contacts(campaign: Campaign) {
    return this.run<{ number: string; state: string; attempts: number; last_result: string | null; next_at: string }>(
      "SELECT number, state, attempts, last_result, next_at FROM contacts WHERE campaign_id = $1 ORDER BY number",
      [campaign.id],
    );
  }
}

/** Claims only pass it on. */
export const RUNNABLE = (scenario_id: string): Runnable =>
  ({ scenario_id, version: 1, program: {}, matcher: {} }) as unknown as Runnable;

/** `+49` and four digits each. */
export const people = (count: number, from = 1000) => Array.from({ length: count }, (_, i) => `+49${from + i}`);
