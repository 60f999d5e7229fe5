import { v7 as uuid } from "uuid";
import { expire } from "../../src/housekeeping/expire";
import { daysAgo, House, NOW } from "./fixture";

jest.setTimeout(60_000);

const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * HOUR_MS);
const idAt = (at: Date) => uuid({ msecs: at.getTime() });

describe.each(["embedded", "server"] as const)("what has served its time (%s)", (kind) => {
  let house: House;
  let tenant: string;
  const user = uuid();
  beforeAll(async () => {
    house = await House.open(kind);
    tenant = await house.tenant();
    await house.run(
      "INSERT INTO users (id, tenant_id, email, name, password_hash) VALUES ($1, $2, 'ann', 'Ann', '-')",
      [user, tenant],
    );
  }, 60_000);
  afterAll(() => house.close(), 30_000);

  const parts = (batch = 1_000) => ({ db: house.db, now: () => NOW, goOn: () => true, batch });

  test("keys of requests go after a day, live events a little later", async () => {
    for (const [key, hours] of [["old", 25] as const, ["young", 23] as const]) {
      await house.run(
        "INSERT INTO idempotency_keys (tenant_id, user_id, key, request_hash, created_at) VALUES ($1, $2, $3, '-', $4)",
        [tenant, user, key, hoursAgo(hours)],
      );
    }
    for (const hours of [25, 24.1, 23]) {
      await house.run("INSERT INTO live_events (tenant_id, at, type, data) VALUES ($1, $2, 'call.ended', '{}')", [
        tenant,
        hoursAgo(hours),
      ]);
    }
    expect(await expire(parts())).toEqual({ idempotency_keys: 1, live_events: 1 });
    expect(await house.run("SELECT key FROM idempotency_keys")).toEqual([{ key: "young" }]);
    expect(await house.run("SELECT 1 FROM live_events")).toHaveLength(2);
    expect(await expire(parts())).toEqual({});
  });

  test("sessions go a month after their end, whichever way they ended", async () => {
    const session = async (made: number, expires: number, revoked: number | null) => {
      const id = idAt(daysAgo(made));
      await house.run(
        `INSERT INTO sessions (id, tenant_id, user_id, refresh_hash, address, user_agent, created_at, expires_at, revoked_at)
         VALUES ($1, $2, $3, '', '', '', $4, $5, $6)`,
        [id, tenant, user, daysAgo(made), daysAgo(expires), revoked === null ? null : daysAgo(revoked)],
      );
      return id;
    };
    const over = [await session(60, 31, null), await session(40, 20, 31), await session(90, 60, 60)];
    const kept = [await session(60, 29, null), await session(40, 10, 29), await session(29, -1, null)];
    expect(await expire(parts(1))).toEqual({ sessions: over.length });
    const rows = await house.run<{ id: string }>("SELECT id FROM sessions");
    expect(rows.map(({ id }) => id).sort()).toEqual(kept.sort());
  });

  test("log-ins go after thirteen months, counted failures when they count no more", async () => {
    for (const days of [401, 399, 1]) {
      await house.run(
        "INSERT INTO login_history (id, tenant_id, user_id, at, outcome, address, user_agent) VALUES ($1, $2, $3, $4, 'success', '', '')",
        [idAt(daysAgo(days)), tenant, user, daysAgo(days)],
      );
    }
    for (const days of [30, 0]) {
      await house.run("INSERT INTO login_failures (key, failures, last_at) VALUES ($1, 1, $2)", [
        `${days}`,
        daysAgo(days),
      ]);
    }
    expect(await expire(parts())).toEqual({ login_history: 1, login_failures: 1 });
  });

  test("more than a batch goes in one round", async () => {
    await house.run(
      `INSERT INTO live_events (tenant_id, at, type, data) SELECT $1, $2, 'call.ended', '{}' FROM generate_series(1, 25)`,
      [tenant, hoursAgo(48)],
    );
    expect(await expire(parts(10))).toEqual({ live_events: 25 });
  });
});
