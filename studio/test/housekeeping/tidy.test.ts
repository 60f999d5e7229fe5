import { House } from "./fixture";

jest.setTimeout(60_000);

describe("the embedded database, which nobody else tidies", () => {
  let house: House;
  let tenant: string;
  beforeAll(async () => {
    house = await House.open("embedded");
    tenant = await house.tenant();
  });
  afterAll(() => house.close());

  const fill = () =>
    house.run(
      `INSERT INTO live_events (tenant_id, type, data) SELECT $1, 'call.said', jsonb_build_object('text', repeat('x', 200), 'n', n)
       FROM generate_series(1, 5000) n`,
      [tenant],
    );
  const bytes = async () =>
    (await house.run<{ bytes: number }>("SELECT pg_relation_size('live_events') AS bytes"))[0]!.bytes;

  test("uses the room of deleted rows again, and the planner knows what a table holds", async () => {
    await house.db.tidy();
    await fill();
    expect(await house.db.tidy()).toContain("live_events");
    const [known] = await house.run("SELECT reltuples::int AS rows FROM pg_class WHERE relname = 'live_events'");
    expect(known).toEqual({ rows: 5_000 });
    const before = await bytes();
    for (let round = 0; round < 3; round++) {
      await house.run("DELETE FROM live_events");
      expect(await house.db.tidy()).toContain("live_events");
      await fill();
    }
    expect(await bytes()).toBeLessThan(1.5 * before);
  });

  test("leaves alone what has hardly changed", async () => {
    await house.db.tidy();
    expect(await house.db.tidy()).toEqual([]);
  });

  test("is asked for while requests go on, and holds none of them up for good", async () => {
    await fill();
    const [tables, count] = await Promise.all([
      house.db.tidy(),
      house.db.asTenant(tenant, (tx) => tx.query("SELECT count(*) AS rows FROM live_events")),
    ]);
    expect(tables).toContain("live_events");
    expect(count).toEqual([{ rows: 10_000 }]);
  });
});

test("a server tidies itself", async () => {
  const house = await House.open("server");
  try {
    expect(await house.db.tidy()).toEqual([]);
  } finally {
    await house.close();
  }
});
