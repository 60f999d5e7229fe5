import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { retain } from "../../src/housekeeping/retain";
import { exists, House } from "./fixture";

jest.setTimeout(60_000);

describe.each(["embedded", "server"] as const)("what the policies give no more time (%s)", (kind) => {
  let house: House;
  beforeAll(async () => {
    house = await House.open(kind);
  }, 60_000);
  afterAll(() => house.close(), 30_000);
  afterEach(() => house.run("DELETE FROM retention_policies"));

  const nothing = { recordings: 0, calls: 0, contacts: 0 };

  test("without a policy everything stays", async () => {
    const place = await house.project(await house.tenant());
    const { id, file } = await house.call(place, 3_000, { recorded: true });
    expect(await retain(house.keeper())).toEqual(nothing);
    expect([await house.has("calls", [id]), exists(file)]).toEqual([[true], true]);
  });

  test("recordings go before their calls do, calls with their events; what is younger, open or another's stays", async () => {
    const tenant = await house.tenant();
    const place = await house.project(tenant);
    const other = await house.project(await house.tenant());
    const old = await house.call(place, 101, { recorded: true });
    const middle = await house.call(place, 31, { recorded: true });
    const young = await house.call(place, 29, { recorded: true });
    const open = await house.call(place, null);
    const theirs = await house.call(other, 101, { recorded: true });
    await house.policy(tenant, null, { recordings_days: 30, calls_days: 100 });
    expect(await retain(house.keeper())).toEqual({ recordings: 2, calls: 1, contacts: 0 });
    const ids = [old, middle, young, open, theirs].map(({ id }) => id);
    expect(await house.has("calls", ids)).toEqual([false, true, true, true, true]);
    expect(await house.has("call_events", ids)).toEqual([false, true, true, true, true]);
    expect([old, middle, young, theirs].map(({ file }) => exists(file))).toEqual([false, false, true, true]);
    const [row] = await house.run("SELECT recording FROM calls WHERE id = $1", [middle.id]);
    expect(row).toEqual({ recording: null });
    expect(await retain(house.keeper())).toEqual(nothing);
    const audit = await house.run(
      "SELECT detail, actor_id FROM audit_records WHERE tenant_id = $1 AND action = 'retention.delete' ORDER BY id",
      [tenant],
    );
    expect(audit).toEqual([
      { detail: { recordings: 2 }, actor_id: null },
      { detail: { calls: 1 }, actor_id: null },
    ]);
  });

  test("a project may say less than its tenant, not more", async () => {
    const tenant = await house.tenant();
    const [short, long] = [await house.project(tenant), await house.project(tenant)];
    const calls = [await house.call(short, 11), await house.call(long, 11), await house.call(long, 21)];
    await house.policy(tenant, null, { calls_days: 20 });
    await house.policy(tenant, short.project_id, { calls_days: 10 });
    await house.policy(tenant, long.project_id, { calls_days: 900 });
    expect((await retain(house.keeper())).calls).toBe(2);
    expect(
      await house.has(
        "calls",
        calls.map(({ id }) => id),
      ),
    ).toEqual([false, true, false]);
  });

  test("a call goes with its recording even where recordings have no time of their own; more than one batch", async () => {
    const tenant = await house.tenant();
    const place = await house.project(tenant);
    const calls = [];
    for (let i = 0; i < 7; i++) calls.push(await house.call(place, 50 + i, { recorded: true }));
    await house.policy(tenant, null, { calls_days: 40 });
    expect(await retain(house.keeper({ batch: 3 }))).toEqual({ recordings: 7, calls: 7, contacts: 0 });
    expect(calls.some(({ file }) => exists(file))).toBe(false);
  });

  test("the calls of who may yet be called stay, because they say how often it was tried", async () => {
    const tenant = await house.tenant();
    const place = await house.project(tenant);
    const campaign_id = await house.campaign(place, "running");
    const waiting = await house.contact(place, campaign_id, "waiting");
    const reached = await house.contact(place, campaign_id, "reached");
    const tried = await house.call(place, 90, { campaign_id, contact_id: waiting });
    const done = await house.call(place, 90, { campaign_id, contact_id: reached });
    await house.policy(tenant, null, { calls_days: 30, contacts_days: 30 });
    expect(await retain(house.keeper())).toEqual({ ...nothing, calls: 1 });
    expect(await house.has("calls", [tried.id, done.id])).toEqual([true, false]);
    expect(await house.has("contacts", [waiting, reached])).toEqual([true, true]);
    // Once the campaign is over, nobody is called any more.
    await house.run("UPDATE campaigns SET state = 'finished', finished_at = now() WHERE id = $1", [campaign_id]);
    expect((await retain(house.keeper())).calls).toBe(1);
  });

  test("contacts go when their campaign is over for long; their calls stay, and the campaign says how many went", async () => {
    const tenant = await house.tenant();
    const place = await house.project(tenant);
    const [over, fresh] = [await house.campaign(place, "finished", 61), await house.campaign(place, "finished", 59)];
    const contacts = [
      await house.contact(place, over, "reached"),
      await house.contact(place, over, "waiting"),
      await house.contact(place, over, "calling"),
      await house.contact(place, fresh, "reached"),
    ];
    const call = await house.call(place, 61, { campaign_id: over, contact_id: contacts[0]! });
    await house.call(place, null, { campaign_id: over, contact_id: contacts[2]! });
    await house.policy(tenant, place.project_id, { contacts_days: 60 });
    expect(await retain(house.keeper({ batch: 1 }))).toEqual({ ...nothing, contacts: 2 });
    expect(await house.has("contacts", contacts)).toEqual([false, false, true, true]);
    const [row] = await house.run("SELECT contact_id, campaign_id, attempt FROM calls WHERE id = $1", [call.id]);
    expect(row).toEqual({ contact_id: null, campaign_id: over, attempt: 1 });
    const [campaign] = await house.run("SELECT contacts_deleted FROM campaigns WHERE id = $1", [over]);
    expect(campaign).toEqual({ contacts_deleted: 2 });
  });

  test("a recording whose file is gone already, as after a power cut, is taken off its call", async () => {
    const tenant = await house.tenant();
    const place = await house.project(tenant);
    const { id, file } = await house.call(place, 9, { recorded: true });
    rmSync(file);
    await house.policy(tenant, null, { recordings_days: 5 });
    expect((await retain(house.keeper())).recordings).toBe(1);
    expect(await house.run("SELECT recording FROM calls WHERE id = $1", [id])).toEqual([{ recording: null }]);
  });

  test("a file that cannot be deleted keeps its call, and holds up no other", async () => {
    const tenant = await house.tenant();
    const place = await house.project(tenant);
    const stuck = await house.call(place, 90, { recorded: true });
    const free = await house.call(place, 80, { recorded: true });
    // In place of the file a folder: `rm` refuses it, whoever runs the test.
    rmSync(stuck.file);
    mkdirSync(join(stuck.file, "inside"), { recursive: true });
    chmodSync(stuck.file, 0o700);
    await house.policy(tenant, null, { calls_days: 30 });
    house.errors.length = 0;
    expect(await retain(house.keeper({ batch: 1 }))).toEqual({ recordings: 1, calls: 1, contacts: 0 });
    expect(await house.has("calls", [stuck.id, free.id])).toEqual([true, false]);
    expect(house.errors).toEqual([expect.objectContaining({ call_id: stuck.id })]);
    rmSync(stuck.file, { recursive: true });
    expect(await retain(house.keeper())).toEqual({ recordings: 1, calls: 1, contacts: 0 });
  });

  test("two processes at once delete everything once, and write it down once", async () => {
    const tenant = await house.tenant();
    const place = await house.project(tenant);
    const campaign_id = await house.campaign(place, "finished", 90);
    for (let i = 0; i < 20; i++) {
      const contact_id = await house.contact(place, campaign_id, "reached");
      await house.call(place, 90, { campaign_id, contact_id, recorded: true });
    }
    await house.policy(tenant, null, { calls_days: 30, contacts_days: 30 });
    await Promise.all([retain(house.keeper({ batch: 3 })), retain(house.keeper({ batch: 2 }))]);
    await retain(house.keeper());
    const [sums] = await house.run(
      `SELECT sum((detail->>'recordings')::int)::int AS recordings, sum((detail->>'calls')::int)::int AS calls,
              sum((detail->>'contacts')::int)::int AS contacts FROM audit_records WHERE tenant_id = $1`,
      [tenant],
    );
    expect(sums).toEqual({ recordings: 20, calls: 20, contacts: 20 });
  });

  test("who is to stop deletes nothing more", async () => {
    const tenant = await house.tenant();
    const { id } = await house.call(await house.project(tenant), 90);
    await house.policy(tenant, null, { calls_days: 30 });
    expect(await retain(house.keeper({ goOn: () => false }))).toEqual(nothing);
    expect(await house.has("calls", [id])).toEqual([true]);
  });
});
