/** What becomes of calls whose process is gone, was slow, or lost its database for a moment. */
import { v7 as uuid } from "uuid";
import type { Db } from "../../src/db/db";
import { beginDialing, type Dialing } from "../../src/dialer/begin_dialing";
import { type CarryServices, carry } from "../../src/dialer/carry";
import type { ClaimedCall } from "../../src/dialer/new_calls";
import type { QueuedCall } from "../../src/dialer/queued_call";
import { type LostCall, recover } from "../../src/dialer/recover";
import type { VoiceGateway } from "../../src/voice/gateway";
import { missingGateway } from "../../src/voice/jambonz/configure";
import { simulatedGateway } from "../../src/voice/simulated/gateway";
import { after, type Campaign, NOON, people, Switchboard } from "./switchboard";

const nobodyIsLost = async () => {
  throw new Error("no call was handed over");
};

let board: Switchboard;
beforeAll(async () => {
  board = await Switchboard.open();
}, 60_000);
afterAll(() => board.close(), 30_000);

const owner = uuid();
const now = () => NOON;
const queued = (claimed: ClaimedCall): QueuedCall => ({
  ...claimed,
  project_id: claimed.campaign.project_id,
  campaign_id: claimed.campaign.id,
  dialled: claimed.number,
  trunk: null,
  ring_timeout_s: 30,
});
/** Nothing of the call but its ringing matters here. */
const dialing = (claimed: ClaimedCall, gateway: VoiceGateway = simulatedGateway()): Dialing => ({
  call: queued(claimed),
  gateway,
});
const begin = (calls: readonly ClaimedCall[]) =>
  beginDialing(
    calls.map((call) => dialing(call)),
    { db: board.db, owner, now },
  );
const claimed = async (count: number): Promise<{ campaign: Campaign; calls: ClaimedCall[] }> => {
  const campaign = await board.campaign(await board.tenant(), people(count));
  return { campaign, calls: (await board.claim(NOON, { owner })).calls };
};
const leasesRunOut = (ids: readonly { id: string }[]) =>
  board.run("UPDATE calls SET lease_until = now() - interval '1 second' WHERE id = ANY ($1::uuid[])", [
    ids.map(({ id }) => id),
  ]);
const callOf = async ({ id }: { id: string }) =>
  (
    await board.run<{ state: string; outcome: string | null; reason: string | null; lease_owner: string | null }>(
      "SELECT state, outcome, reason, lease_owner FROM calls WHERE id = $1",
      [id],
    )
  )[0];

describe("a process that died", () => {
  test("what it had not dialled is forgotten and called by another; what may have rung is an attempt that was interrupted", async () => {
    const { campaign, calls } = await claimed(3);
    await begin(calls.slice(0, 1));
    expect(await recover(board.db, NOON, nobodyIsLost)).toBe(0);
    await leasesRunOut(calls);
    expect(await recover(board.db, NOON, nobodyIsLost)).toBe(3);
    expect(await board.contacts(campaign)).toMatchObject([
      { number: "+491000", state: "exhausted", attempts: 1, last_result: "interrupted" },
      { number: "+491001", state: "waiting", attempts: 0 },
      { number: "+491002", state: "waiting", attempts: 0 },
    ]);
    expect(await callOf(calls[0]!)).toMatchObject({ state: "ended", outcome: "interrupted", lease_owner: null });
    expect(await callOf(calls[1]!)).toBeUndefined();
    expect(await board.claimAll()).toEqual(["+491001", "+491002"]);
  });

  test("one that was only slow finds that its calls are not its own any more", async () => {
    const { campaign, calls } = await claimed(2);
    await begin(calls.slice(0, 1));
    await leasesRunOut(calls);
    await recover(board.db, NOON, nobodyIsLost);
    expect(await begin(calls.slice(1))).toEqual([]);
    expect(await board.end(calls[0]!.id, {}, NOON, owner)).toBe(false);
    expect((await board.contacts(campaign))[0]).toMatchObject({ last_result: "interrupted" });
    // Nor does it take the next attempt away from whoever has it now.
    const [again] = (await board.claim(after(1))).calls;
    await begin(calls.slice(1));
    expect(await callOf(again!)).toMatchObject({ state: "queued" });
  });

  test("a call that a gateway carries by itself is ended there, once, and one that cannot be does not keep others from it", async () => {
    const { calls } = await claimed(3);
    await begin(calls);
    await board.run("UPDATE calls SET gateway_reference = 'sid-' || attempt WHERE id = ANY ($1::uuid[])", [
      calls.map(({ id }) => id),
    ]);
    await leasesRunOut(calls);
    const lost: LostCall[] = [];
    const end = async (call: LostCall) => {
      lost.push(call);
      if (call.id === calls[0]!.id) throw new Error("it cannot be asked");
      await board.end(call.id);
    };
    await expect(recover(board.db, NOON, end)).rejects.toThrow("it cannot be asked");
    expect(lost).toEqual(calls.map(({ id }) => ({ id, reference: "sid-1" })));
    // It comes again, but not at once.
    expect(await recover(board.db, NOON, end)).toBe(0);
    await leasesRunOut(calls.slice(0, 1));
    await expect(recover(board.db, NOON, end)).rejects.toThrow();
    expect(lost).toHaveLength(4);
  });
});

describe("between the claim and the telephone", () => {
  test("a pause, an end or a removal withdraws the call, as if it had never been", async () => {
    const { campaign, calls } = await claimed(2);
    await board.run("UPDATE contacts SET state = 'removed' WHERE id = $1", [calls[0]!.contact_id]);
    expect((await begin(calls)).map(({ call }) => call.number)).toEqual(["+491001"]);
    expect((await board.contacts(campaign))[0]).toMatchObject({ state: "removed", attempts: 0 });

    const paused = await claimed(1);
    await board.run("UPDATE campaigns SET state = 'paused' WHERE id = $1", [paused.campaign.id]);
    expect(await begin(paused.calls)).toEqual([]);
    expect(await board.contacts(paused.campaign)).toMatchObject([{ state: "waiting", attempts: 0 }]);
  });

  test("a database that is away for a moment costs no result", async () => {
    const { campaign, calls } = await claimed(1);
    const [{ call }] = (await begin(calls)) as [Dialing];
    let failures = 2;
    const db: Db = {
      ...board.db,
      asSystem: (work) => {
        if (failures-- > 0) return Promise.reject(new Error("the connection is gone"));
        return board.db.asSystem(work);
      },
    };
    const gateway = missingGateway("nobody there");
    const services = {
      db,
      lease: { owner, lease_s: 15 },
      now,
      gateway,
      record: null,
      http: null as never,
    } satisfies CarryServices;
    await carry(call, services, new AbortController().signal);
    expect(await callOf(call)).toMatchObject({ state: "ended", outcome: "failed", reason: "nobody there" });
    expect(await board.contacts(campaign)).toMatchObject([{ state: "exhausted", last_result: "failed" }]);
  });
});
