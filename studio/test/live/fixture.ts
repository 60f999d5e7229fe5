/** A live socket's server in this process, with limits of the test's own, on a database of its own. */
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v7 as uuid } from "uuid";
import type { Db } from "../../src/db/db";
import { openServer } from "../../src/db/server";
import type { Claims, Principal, Services } from "../../src/http/principal";
import { problem } from "../../src/http/problem";
import { createApp } from "../../src/http/server";
import { emit, type LiveEvent } from "../../src/live/emit";
import type { HubLimits } from "../../src/live/hub";
import { liveRoutes } from "../../src/live/routes";
import { startCluster } from "../harness/postgres";

export const LIMITS: HubLimits = {
  authenticate_ms: 5_000,
  max_buffered_bytes: 1024 * 1024,
  heartbeat_ms: 30_000,
  max_sockets: 100,
  max_strangers: 50,
};

export interface LiveHouse {
  readonly db: Db;
  readonly url: string;
  readonly tenant_id: string;
  readonly project_id: string;
  /** Tokens are the ids of tenants: everybody is an administrator there. */
  serve(limits?: Partial<HubLimits>): Promise<{ base: string; stop(): Promise<void> }>;
  emit(...events: LiveEvent[]): Promise<void>;
  close(): Promise<void>;
}

export async function liveHouse(): Promise<LiveHouse> {
  const folder = mkdtempSync(join(tmpdir(), "drowsyguard-live-"));
  const cluster = await startCluster();
  const url = await cluster.createDatabase("live");
  const db = await openServer(url);
  const [tenant_id, project_id] = [uuid(), uuid()];
  await db.asSystem((tx) => tx.query("INSERT INTO tenants (id, name) VALUES ($1, 'Ours')", [tenant_id]));
  return {
    db,
    url,
    tenant_id,
    project_id,
    async serve(limits = {}) {
      const app = await createApp(servicesOf(db, folder), {
        rate_limit_per_min: 1_000_000,
        log_level: "silent",
        trust_proxy: false,
      });
      liveRoutes(app, { ...LIMITS, ...limits });
      await app.fastify.listen({ host: "127.0.0.1", port: 0 });
      const { port } = app.fastify.server.address() as AddressInfo;
      return { base: `http://127.0.0.1:${port}/api/v1`, stop: () => app.fastify.close() };
    },
    emit: (...events) => db.asTenant(tenant_id, (tx) => emit(tx, tenant_id, events)),
    async close() {
      await db.close();
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function servicesOf(db: Db, data: string): Services {
  return {
    db,
    data,
    authenticator: {
      async verify(token: string): Promise<Claims> {
        if (!/^[0-9a-f-]{36}$/.test(token)) throw problem("TOKEN_INVALID");
        return { user_id: token, tenant_id: token, session_id: token };
      },
      async load(_, claims): Promise<Principal> {
        const roles = ["STUDIO_ADMIN"] as const;
        const person = { email: "ann@example.test", name: "Ann", must_change_password: false, time_zone: "UTC" };
        return { ...claims, ...person, roles, is_operator: false };
      },
      issue: async () => "",
      jwks: async () => ({ keys: [] }),
    },
    secrets: null as never,
    now: () => new Date(),
    environment: {},
  };
}

/** Events that can be told apart by their number. */
export function numbered(project_id: string, from: number, count: number, bytes = 0): LiveEvent[] {
  return Array.from({ length: count }, (_, i) => ({
    type: "call.said" as const,
    data: { project_id, n: from + i, ...(bytes === 0 ? {} : { text: "x".repeat(bytes) }) },
  }));
}

export const numbersOf = (events: readonly { data: { n: number } }[]) => events.map(({ data }) => data.n);
export const upTo = (count: number) => Array.from({ length: count }, (_, i) => i);
