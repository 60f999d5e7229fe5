/** Who is called next: what several processes agree on through the database alone. */
import { v7 as uuid } from "uuid";
import { holdOpen, insertContacts } from "../../src/campaign/contacts_store";
import { ClaimFault } from "../../src/dialer/claim";
import { claimTests } from "../../src/dialer/claim_tests";
import { gateway, to, trunks } from "../trunk/samples";
import { after, NOON, people, RUNNABLE, Switchboard } from "./switchboard";

let board: Switchboard;
beforeAll(async () => {
  board = await Switchboard.open();
}, 60_000);
afterAll(() => board.close(), 30_000);

describe("a list that several work on", () => {
  test("everybody is claimed once, by whichever process", async () => {
    const campaign = await board.campaign(await board.tenant(), people(120), { max_concurrent: 200 });
    const claimed = (await Promise.all([1, 2, 3, 4].map(() => board.claimAll()))).flat();
    // Who found the campaign taken went away; the next look is theirs.
    claimed.push(...(await board.claimAll()));
    expect(claimed.sort()).toEqual(people(120));
    expect(await board.contacts(campaign)).toMatchObject(people(120).map(() => ({ state: "calling", attempts: 1 })));
  });

  test("a pace is kept by all together: some at once after a pause, then one by one", async () => {
    await board.campaign(await board.tenant(), people(100), { calls_per_minute: 120 });
    const counts: number[] = [];
    for (let tenth = 0; tenth <= 100; tenth++) {
      const calls = await Promise.all([board.claimAll(after(tenth / 10)), board.claimAll(after(tenth / 10))]);
      counts.push(calls.flat().length);
    }
    const total = counts.reduce((sum, n) => sum + n, 0);
    // Two a second for ten seconds, and the one that begins.
    expect([total, Math.max(...counts)]).toEqual([21, 1]);
    // A minute in which nobody looked is not made up for.
    expect((await board.claimAll(after(70))).length).toBeLessThanOrEqual(3);
  });

  test("no process claims more than it can carry", async () => {
    await board.campaign(await board.tenant(), people(9));
    expect((await board.claim(NOON, { free: 4 })).calls).toHaveLength(4);
    expect((await board.claim(NOON, { free: 4 })).calls).toHaveLength(4);
  });
});

describe("limits", () => {
  test("of a campaign, of its group and of the tenant hold over all of them", async () => {
    const place = await board.tenant({ max_concurrent_calls: 9 });
    const group_id = uuid();
    await board.run(
      "INSERT INTO campaign_groups (id, tenant_id, project_id, name, max_concurrent) VALUES ($1, $2, $3, 'G', 5)",
      [group_id, place.tenant_id, place.project_id],
    );
    const alone = await board.campaign(place, people(20), { max_concurrent: 3, group_id });
    expect(await board.claimAll()).toEqual(people(3));
    await board.campaign(place, people(20, 2000), { group_id });
    expect(await board.claimAll()).toEqual(people(2, 2000));
    await board.campaign(place, people(20, 3000));
    expect(await board.claimAll()).toEqual(people(4, 3000));
    expect(await board.claim()).toMatchObject({ blocked: place.tenant_id });

    const [open] = await board.run<{ id: string }>("SELECT id FROM calls WHERE campaign_id = $1", [alone.id]);
    await board.end(open!.id);
    expect(await board.claimAll()).toHaveLength(1);
  });

  test("who has no free line holds up nobody else", async () => {
    const place = await board.tenant();
    const full = await board.campaign(place, people(5), { max_concurrent: 1 });
    expect(await board.claimAll()).toEqual(["+491000"]);
    await board.campaign(place, people(2, 2000));
    await board.run("UPDATE campaigns SET next_claim_at = $2 WHERE id = $1", [full.id, after(-120)]);
    // The full one is looked at first; whoever skips it comes to the other.
    const first = await board.claim(after(1));
    expect([first.calls.length, first.blocked]).toEqual([0, full.id]);
    expect((await board.claim(after(1), { skip: [full.id] })).calls).toHaveLength(2);
  });

  test("a campaign that cannot be looked at is named, so that the others can be", async () => {
    const place = await board.tenant();
    const broken = await board.campaign(place, people(1), { calling_window: { hours: "always" } });
    const fault = await board.claim().catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(ClaimFault);
    expect((fault as ClaimFault).campaign.id).toBe(broken.id);
    await board.campaign(place, people(1, 2000));
    expect(await board.claimAll(NOON, {}, [broken.id])).toEqual(people(1, 2000));
  });

  test("a paused campaign and a disabled tenant call nobody; nor does a callbot without a scenario, which is asked again later", async () => {
    const place = await board.tenant();
    const campaign = await board.campaign(place, people(1), { state: "paused" });
    expect(await board.claimAll()).toEqual([]);
    await board.run("UPDATE campaigns SET state = 'running' WHERE id = $1", [campaign.id]);
    expect(await board.claimAll(NOON, { runnableOf: async () => null })).toEqual([]);
    expect(await board.claimAll(after(29))).toEqual([]);
    await board.run("UPDATE tenants SET disabled_at = now() WHERE id = $1", [place.tenant_id]);
    expect(await board.claimAll(after(31))).toEqual([]);
    await board.run("UPDATE tenants SET disabled_at = NULL WHERE id = $1", [place.tenant_id]);
    expect(await board.claimAll(after(31))).toEqual(people(1));
  });
});

describe("trunks", () => {
  test("lines and rate of a gateway are shared by all campaigns of the tenant", async () => {
    const narrow = gateway("narrow", { max_concurrent_calls: 3, calls_per_second: 2 });
    const place = await board.tenant({}, trunks({ gateways: [narrow] }));
    await board.campaign(place, people(10), { trunk: "narrow" });
    await board.campaign(place, people(10, 2000), { trunk: "narrow" });
    const all: string[] = [];
    for (const second of [0, 0.1, 0.5, 0.6, 1, 1.5, 2]) all.push(...(await board.claimAll(after(second))));
    expect(all).toHaveLength(3);
    await board.run("UPDATE calls SET state = 'ended', outcome = 'busy', ended_at = now() WHERE tenant_id = $1", [
      place.tenant_id,
    ]);
    // The lines are free again, and two calls a second begin.
    expect(await board.claimAll(after(2.001))).toHaveLength(2);
    expect(await board.claimAll(after(2.01))).toEqual([]);
    expect(await board.claimAll(after(2.51))).toHaveLength(1);
  });

  test("routes choose gateway, number and caller; people whom no route reaches get a reason", async () => {
    const routes = [
      { ...to("49", "main:1", "spare:2"), strip: 2, prepend: "00", caller_id: "+49301" },
      { ...to("491999", "off"), strip: 0, prepend: "9" },
    ];
    const gateways = [
      gateway("main", { max_concurrent_calls: 1 }),
      gateway("spare", { max_concurrent_calls: 1 }),
      gateway("off", { enabled: false }),
    ];
    const place = await board.tenant({}, trunks({ gateways, prefix_routes: routes }));
    const campaign = await board.campaign(place, ["+491999", "+492", "+493", "+881"], { gateway: "jambonz" });
    const { calls } = await board.claim();
    expect(calls.map(({ number, from, way }) => ({ number, from, way }))).toEqual([
      // The longer prefix leads to a gateway that is switched off.
      { number: "+491999", from: "+49301", way: way("main", "001999", "+49301") },
      { number: "+492", from: "+49301", way: way("spare", "002", "+49301") },
    ]);
    const stored = await board.run(
      "SELECT to_number, from_number, trunk FROM calls WHERE campaign_id = $1 ORDER BY id",
      [campaign.id],
    );
    expect(stored).toEqual([
      { to_number: "+491999", from_number: "+49301", trunk: "main" },
      { to_number: "+492", from_number: "+49301", trunk: "spare" },
    ]);
    // Both gateways are taken: nobody can be called, whoever is next.
    expect((await board.claim()).calls).toEqual([]);
    await board.end(calls[0]!.id);
    await board.end(calls[1]!.id);
    const next = await board.claim();
    expect(next.calls.map(({ number, way: { kind } }) => [number, kind])).toEqual([
      ["+493", "way"],
      ["+881", "none"],
    ]);
  });

  test("people whose gateway is busy stand aside for those whose gateway is free", async () => {
    const gateways = [gateway("one", { max_concurrent_calls: 1 }), gateway("two")];
    const routes = [to("1", "one"), to("2", "two")];
    const place = await board.tenant({}, trunks({ gateways, prefix_routes: routes }));
    await board.campaign(place, ["+11", "+12", "+13", "+21"], { gateway: "jambonz", max_concurrent: 2 });
    expect(await board.claimAll()).toEqual(["+11", "+21"]);
  });

  test("a campaign whose gateway was taken away rests", async () => {
    const place = await board.tenant({}, trunks({ gateways: [gateway("gone", { enabled: false })] }));
    await board.campaign(place, people(1), { trunk: "gone" });
    expect(await board.claim()).toMatchObject({ calls: [], finished: false, blocked: null });
    expect((await board.claim(after(1))).campaign).toBeNull();
  });
});

describe("calling hours and the end", () => {
  const nine_to_five = { hours: [{ days: ["mon", "tue", "wed", "thu", "fri"], from: "09:00", to: "17:00" }] };

  test("the clock on each one's wall counts, and whoever cannot be called is put off until it can", async () => {
    const list = ["+491@UTC", "+492@America/Los_Angeles", "+493@Asia/Tokyo"];
    const campaign = await board.campaign(await board.tenant(), list, { calling_window: nine_to_five });
    expect(await board.claimAll()).toEqual(["+491"]);
    expect((await board.contacts(campaign)).slice(1).map(({ next_at }) => next_at)).toEqual([
      "2026-06-15T16:00:00.000Z",
      "2026-06-16T00:00:00.000Z",
    ]);
    expect(await board.claimAll(after(4 * 3600))).toEqual(["+492"]);
  });

  test("nobody is left: it ends, but not before the last call has, nor while somebody waits for another attempt", async () => {
    await board.campaign(await board.tenant(), people(2));
    const [first, second] = (await board.claim()).calls;
    await board.end(first!.id);
    expect(await board.claim(after(1))).toMatchObject({ finished: false });
    await board.end(second!.id, { outcome: "no_answer", scenario_outcome: null }, after(1));
    expect(await board.claim(after(2))).toMatchObject({ finished: false, calls: [] });
    expect((await board.claim(after(60))).campaign).toBeNull();
    const [again] = (await board.claim(after(62))).calls;
    expect(again).toMatchObject({ number: second!.number, attempt: 2 });
    await board.end(again!.id, {}, after(63));
    expect(await board.claim(after(64))).toMatchObject({ finished: true });
  });

  test("it ends although its scenario was withdrawn meanwhile", async () => {
    await board.campaign(await board.tenant(), []);
    expect(await board.claim(NOON, { runnableOf: async () => null })).toMatchObject({ finished: true });
  });

  test("it does not end while contacts are being added, and the dialer does not wait for them", async () => {
    const place = await board.tenant();
    const campaign = await board.campaign(place, []);
    const contact = { number: "+4930", name: "", external_id: null, time_zone: "UTC", variables: {} };
    await board.db.asTenant(place.tenant_id, async (tx) => {
      expect(await holdOpen(tx, campaign.id)).toBe(true);
      await insertContacts(tx, { tenant_id: place.tenant_id, campaign_id: campaign.id }, [contact], false);
      expect(await board.claim()).toMatchObject({ finished: false, blocked: campaign.id });
    });
    expect((await board.claim(new Date())).calls).toHaveLength(1);
  });
});

test("a test call goes the way of its trunk, and ends with a reason where its scenario cannot be run", async () => {
  const routes = [{ ...to("49", "main"), strip: 2, prepend: "0" }];
  const place = await board.tenant({}, trunks({ gateways: [gateway("main")], prefix_routes: routes }));
  const [good, broken] = [uuid(), uuid()];
  for (const [id, version] of [[good, 1] as const, [broken, 2] as const]) {
    await board.run(
      `INSERT INTO calls (id, tenant_id, project_id, callbot_id, kind, scenario_id, scenario_version, gateway, to_number, from_number,
         test_request)
       VALUES ($1, $2, $3, $4, 'test', $5, $6, 'jambonz', '+4912', '+491', $7)`,
      [
        id,
        place.tenant_id,
        place.project_id,
        place.callbot_id,
        place.scenario_id,
        version,
        JSON.stringify({ contact: {}, ring_timeout_s: 30, simulation: null, record: false }),
      ],
    );
  }
  const tests = await board.db.asSystem((tx) =>
    claimTests(tx, {
      owner: uuid(),
      lease_s: 15,
      free: 9,
      now: NOON,
      versionOf: async (_tx, request, version) => {
        if (version === 2) throw new Error("no such node");
        return RUNNABLE(request.scenario_id!);
      },
    }),
  );
  expect(tests.map(({ call: { id, dialled, trunk }, fault }) => ({ id, dialled, trunk, fault }))).toEqual([
    { id: good, dialled: "012", trunk: "main", fault: null },
  ]);
  expect(await board.run("SELECT state, outcome, reason FROM calls WHERE id = $1", [broken])).toEqual([
    { state: "ended", outcome: "failed", reason: "the scenario cannot be run" },
  ]);
});

const way = (trunk: string, dialled: string, caller_id: string | null) => ({ kind: "way", trunk, dialled, caller_id });
