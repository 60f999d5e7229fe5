/** Tenants, calls and recordings of any age, for the tests of this folder. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v7 as uuid } from "uuid";
import { insertEvents } from "../../src/call/events_store";
import type { Db } from "../../src/db/db";
import { openEmbedded } from "../../src/db/embedded";
import { openServer } from "../../src/db/server";
import { writePolicy } from "../../src/housekeeping/policy_store";
import type { Keeper } from "../../src/housekeeping/retain";
import type { RetentionLimits } from "../../src/housekeeping/schema";
import { startCluster } from "../harness/postgres";

const DAY_MS = 86_400_000;
/** The clock of these tests stands still. */
export const NOW = new Date("2026-06-15T12:00:00Z");
export const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);

export interface Place {
  tenant_id: string;
  project_id: string;
  callbot_id: string;
  scenario_id: string;
}

export class House {
  readonly errors: unknown[] = [];

  private constructor(
    readonly db: Db,
    readonly data: string,
    readonly close: () => Promise<void>,
  ) {}

  static async open(kind: "embedded" | "server"): Promise<House> {
    const data = mkdtempSync(join(tmpdir(), "drowsyguard-house-"));
    const cluster = kind === "server" ? await startCluster() : null;
    const db =
      cluster === null
        ? await openEmbedded(join(data, "database"))
        : await openServer(await cluster.createDatabase("house"));
    return new House(db, data, async () => {
      await db.close();
      await cluster?.stop();
      rmSync(data, { recursive: true, force: true });
    });
  }

  keeper(more: Partial<Keeper> = {}): Keeper {
    const log = { error: (error: unknown) => void this.errors.push(error) };
    return { db: this.db, data: this.data, log, now: () => NOW, goOn: () => true, ...more } as Keeper;
  }

  run = <Row>(sql: string, params: unknown[] = []) => this.db.asSystem((tx) => tx.query<Row>(sql, params));

  async tenant(): Promise<string> {
    const id = uuid();
    await this.run("INSERT INTO tenants (id, name) VALUES ($1, $2)", [id, `Tenant ${id}`]);
    return id;
  }

  async project(tenant_id: string): Promise<Place> {
    const [project_id, callbot_id, scenario_id] = [uuid(), uuid(), uuid()];
    await this.run("INSERT INTO projects (id, tenant_id, name) VALUES ($1, $2, $3)", [
      project_id,
      tenant_id,
      project_id,
    ]);
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
    return { tenant_id, project_id, callbot_id, scenario_id };
  }

  policy(tenant_id: string, project_id: string | null, limits: Partial<RetentionLimits>): Promise<void> {
    const all = { recordings_days: null, calls_days: null, contacts_days: null, ...limits };
    return this.db.asSystem((tx) => writePolicy(tx, { tenant_id, project_id }, all, NOW));
  }

  async campaign(place: Place, state: "running" | "finished", finished_days_ago: number | null = null) {
    const id = uuid();
    await this.run(
      `INSERT INTO campaigns (id, tenant_id, project_id, callbot_id, name, state, gateway, caller_number, max_concurrent, ring_timeout_s,
         default_time_zone, retry_policy, finished_at)
       VALUES ($1::uuid, $2, $3, $4, $1::text, $5, 'simulated', '+4930', 1, 30, 'UTC', '{}', $6)`,
      [
        id,
        place.tenant_id,
        place.project_id,
        place.callbot_id,
        state,
        finished_days_ago === null ? null : daysAgo(finished_days_ago),
      ],
    );
    return id;
  }

  async contact(place: Place, campaign_id: string, state: string): Promise<string> {
    const id = uuid();
    await this.run(
      "INSERT INTO contacts (id, tenant_id, campaign_id, number, time_zone, state) VALUES ($1::uuid, $2, $3, $1::text, 'UTC', $4)",
      [id, place.tenant_id, campaign_id, state],
    );
    return id;
  }

  /** @param ended_days_ago null: it is under way */
  async call(
    place: Place,
    ended_days_ago: number | null,
    of: { campaign_id?: string; contact_id?: string; recorded?: boolean } = {},
  ): Promise<{ id: string; file: string }> {
    const id = uuid();
    const recording = of.recorded ? this.recordingName(place.tenant_id, id) : null;
    const at = ended_days_ago === null ? null : daysAgo(ended_days_ago);
    await this.run(
      `INSERT INTO calls (id, tenant_id, project_id, callbot_id, kind, campaign_id, contact_id, attempt, scenario_id, scenario_version,
         gateway, to_number, from_number, state, outcome, recording, queued_at, ended_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 1, 'simulated', '+4930', '+4930', $10, $11, $12, $13, $14)`,
      [
        id,
        place.tenant_id,
        place.project_id,
        place.callbot_id,
        of.campaign_id === undefined ? "test" : "campaign",
        of.campaign_id ?? null,
        of.contact_id ?? null,
        of.campaign_id === undefined ? null : 1,
        place.scenario_id,
        at === null ? "in_progress" : "ended",
        at === null ? null : "answered",
        recording,
        at ?? NOW,
        at,
      ],
    );
    const event = { seq: 0, at_ms: 0, flow: null, node_id: "greet", visit: 1, kind: "said" as const };
    await this.db.asSystem((tx) =>
      insertEvents(tx, { ...place, id, scenario_version: 1 }, [
        { ...event, text: "Hello.", to_ms: 100, interrupted: null },
      ]),
    );
    const file = this.pathOf(this.recordingName(place.tenant_id, id));
    if (of.recorded) this.write(file);
    return { id, file };
  }

  recordingName = (tenant_id: string, call_id: string) => join(tenant_id, `${call_id}.wav`);
  pathOf = (name: string) => join(this.data, "recordings", name);

  write(file: string): void {
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, "RIFF");
  }

  /** Which of these ids a table still has. */
  async has(table: "calls" | "contacts" | "call_events", ids: readonly string[]): Promise<boolean[]> {
    const column = table === "call_events" ? "call_id" : "id";
    const rows = await this.run<{ id: string }>(
      `SELECT ${column} AS id FROM ${table} WHERE ${column} = ANY ($1::uuid[])`,
      [ids],
    );
    return ids.map((id) => rows.some((row) => row.id === id));
  }
}

export const exists = (file: string) => existsSync(file);
