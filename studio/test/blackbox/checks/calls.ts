import { strictEqual as is, ok, deepStrictEqual as same } from "node:assert";
import { contactsCsv, finished, readyCampaign, uploadCsv } from "../../harness/campaign";
import type { Client } from "../../harness/client";
import type { Check } from "../check";
import type { Item } from "../item";
import { callEnded, PEOPLE, placeTestCall } from "./calling";

const list = async (client: Client, query: string): Promise<Item[]> =>
  (await client.expect(200, "GET", `/calls?limit=200&${query}`)).items;
const ids = (calls: readonly Item[]) => calls.map(({ id }) => id);
const word = encodeURIComponent;

/** A campaign's calls, two test calls, and a call of another campaign. */
async function someCalls(client: Client) {
  const campaign = await readyCampaign(client);
  await uploadCsv(client, campaign.id, contactsCsv(15));
  await client.expect(200, "POST", `/campaigns/${campaign.id}/start`);
  await finished(client, campaign.id);
  const other = await readyCampaign(client);
  await uploadCsv(client, other.id, contactsCsv(3));
  await client.expect(200, "POST", `/campaigns/${other.id}/start`);
  await finished(client, other.id);
  await placeTestCall(client, campaign.scenario_id, PEOPLE.polite, { contact: { name: "Zephyrine" } });
  await placeTestCall(client, campaign.scenario_id, PEOPLE.never_answers);
  return { campaign, other };
}

async function recorded(client: Client): Promise<Item> {
  const { scenario_id } = await readyCampaign(client);
  return placeTestCall(client, scenario_id, PEOPLE.polite, { record: true });
}

/** Fetched as a player does; the client of the other checks reads text only. */
async function fetchRecording(client: Client, id: string, headers: Record<string, string> = {}, method = "GET") {
  const response = await fetch(`${client.base}/calls/${id}/recording`, {
    method,
    headers: { authorization: `Bearer ${client.token}`, ...headers },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const header = (name: string) => response.headers.get(name);
  return { status: response.status, bytes, header };
}

export const CALLS: readonly Check[] = [
  {
    name: "each filter of the list takes what it says, alone and with others",
    async run(world) {
      const { client } = (await world.tenant()).admin;
      const { campaign, other } = await someCalls(client);
      const all = await list(client, "");
      is(all.length, 20);
      same(ids(all), ids(all).sort().reverse());
      const takes = async (query: string, wanted: (call: Item) => boolean) => {
        const [found, expected] = [ids(await list(client, query)), ids(all.filter(wanted))];
        same([query, found], [query, expected]);
        return found.length;
      };
      for (const [name, value] of Object.entries({
        project_id: campaign.project_id,
        callbot_id: other.callbot_id,
        campaign_id: campaign.id,
        scenario_id: campaign.scenario_id,
        kind: "test",
        state: "ended",
        outcome: "answered",
        scenario_outcome: "completed",
      })) {
        ok((await takes(`${name}=${value}`, (call) => call[name] === value)) > 0, name);
      }
      const middle = all[9].queued_at;
      await takes(`from=${word(middle)}`, ({ queued_at }) => queued_at >= middle);
      await takes(`to=${word(middle)}`, ({ queued_at }) => queued_at < middle);
      const local = `${new Date(Date.parse(middle) + 7_200_000).toISOString().slice(0, -1)}+02:00`;
      await takes(`from=${word(local)}`, ({ queued_at }) => queued_at >= middle);
      ok((await takes("tag=confirmed", ({ tags }) => tags.includes("confirmed"))) > 0);
      is(await takes("tag=nobody", () => false), 0);
      is(await takes(`number=${word("+49 30 1000000")}`, ({ to_number }) => to_number === "+49301000000"), 2);
      const busy = all.find(({ outcome, campaign_id }) => outcome !== "answered" && campaign_id !== null);
      await takes(
        `campaign_id=${busy.campaign_id}&outcome=${busy.outcome}&number=${word(busy.to_number)}`,
        (call) =>
          call.outcome === busy.outcome && call.campaign_id === busy.campaign_id && call.to_number === busy.to_number,
      );
      is(await takes(`campaign_id=${other.id}&kind=test`, () => false), 0);
    },
  },
  {
    name: "calls are found by the words that were said, phrases and exclusions included, and in the own tenant only",
    async run(world) {
      const { client } = (await world.tenant()).admin;
      const { campaign } = await someCalls(client);
      const all = await list(client, "");
      const said = new Map<string, string>();
      for (const { id } of all) {
        const { entries } = await client.expect(200, "GET", `/calls/${id}/transcript`);
        said.set(id, entries.map(({ text }: Item) => text.toLowerCase()).join("\n"));
      }
      const finds = async (q: string, wanted: (text: string) => boolean, more = "") => {
        const expected = ids(all).filter((id) => wanted(said.get(id)!));
        same([q, ids(await list(client, `q=${word(q)}${more}`))], [q, expected]);
        return expected.length;
      };
      is(await finds("zephyrine", (text) => text.includes("zephyrine")), 1);
      ok((await finds('"thank you"', (text) => text.includes("thank you"))) > 0);
      is(await finds('"you thank"', () => false), 0);
      ok((await finds("hello -thank", (text) => text.includes("hello") && !text.includes("thank"))) > 0);
      await finds("zephyrine or goodbye", (text) => text.includes("zephyrine") || text.includes("goodbye"));
      is(await finds("hello zephyrine", (text) => text.includes("zephyrine"), "&kind=test"), 1);
      // Whatever is typed is words, never a fault.
      for (const odd of ['"unbalanced', "a:*&|!()<->", "'; DROP TABLE calls; --", "-", "%", "\\"]) {
        await client.expect(200, "GET", `/calls?q=${word(odd)}`);
      }
      is((await client.get(`/calls?q=${"x".repeat(201)}`)).status, 400);
      const stranger = (await world.tenant()).admin.client;
      same(await list(stranger, "q=zephyrine"), []);
      same(await list(stranger, "tag=confirmed"), []);
      await placeTestCall(client, campaign.scenario_id, PEOPLE.polite, { contact: { name: "Zephyrine" } });
      is((await list(client, "q=zephyrine")).length, 2);
    },
  },
  {
    name: "the list is read page by page under any filter, and calls that come meanwhile disturb nothing",
    async run(world) {
      const { client } = (await world.tenant()).admin;
      const { campaign } = await someCalls(client);
      for (const query of [`campaign_id=${campaign.id}`, "q=hello", "outcome=answered&tag=confirmed"]) {
        const whole = ids(await list(client, query));
        const paged: string[] = [];
        let next: string | null = "";
        while (next !== null) {
          const page: Item = await client.expect(
            200,
            "GET",
            `/calls?limit=2&${query}${next === "" ? "" : `&cursor=${next}`}`,
          );
          ok(page.items.length <= 2);
          paged.push(...ids(page.items));
          next = page.next_cursor;
          if (paged.length === 2) await placeTestCall(client, campaign.scenario_id, PEOPLE.polite);
        }
        same(paged, whole);
      }
      const { next_cursor } = await client.expect(200, "GET", "/projects?limit=1");
      is((await client.get(`/calls?cursor=${next_cursor}`)).body.code, "CURSOR_INVALID");
    },
  },
  {
    name: "a call is read with its transcript, which can be read while it is spoken",
    async run(world) {
      const { client } = (await world.tenant()).admin;
      const { scenario_id } = await readyCampaign(client);
      const { call_id } = await client.expect(202, "POST", "/test-calls", {
        scenario_id,
        to: PEOPLE.polite,
        contact: { name: "Ada" },
        simulation: { speed: 15, seed: "story" },
        record: false,
      });
      let early: Item;
      do {
        await new Promise((done) => setTimeout(done, 20));
        early = await client.expect(200, "GET", `/calls/${call_id}/transcript`);
      } while (early.entries.length === 0);
      is(early.complete, false);
      const call = await callEnded(client, call_id);
      const { complete, entries } = await client.expect(200, "GET", `/calls/${call_id}/transcript`);
      is(complete, true);
      same(entries.slice(0, early.entries.length), early.entries);
      same([entries[0].by, entries[0].text], ["bot", "Hello Ada."]);
      const keys = entries.find(({ kind }: Item) => kind === "digits");
      ok(/^[12]$/.test(keys.text));
      ok(entries.every(({ at_ms }: Item, at: number) => at === 0 || at_ms >= entries[at - 1].at_ms));
      same(
        [call.outcome, call.variables.name, call.turns, call.has_recording, call.kind],
        ["answered", "Ada", 1, false, "test"],
      );
      ok(Date.parse(call.answered_at) <= Date.parse(call.ended_at));
    },
  },
  {
    name: "who only watches reads neither numbers nor keys nor variables, and searches by none of them",
    async run(world) {
      const tenant = await world.tenant();
      const { client } = tenant.admin;
      const { scenario_id, project_id } = await readyCampaign(client);
      const call = await placeTestCall(client, scenario_id, PEOPLE.polite, { contact: { name: "Ada" } });
      const [watcher, builder] = [await tenant.person("STUDIO_MONITORING"), await tenant.person("STUDIO_PROJECT")];
      for (const path of [`/calls/${call.id}`, `/calls/${call.id}/transcript`]) {
        is((await watcher.client.get(path)).status, 404);
      }
      is((await builder.client.get(`/calls/${call.id}/recording`)).status, 404);
      same(await list(watcher.client, "q=hello"), []);
      for (const { id } of [watcher, builder]) {
        await client.expect(200, "PUT", `/projects/${project_id}/members/${id}`, { role: "viewer" });
      }
      is((await builder.client.expect(200, "GET", `/calls/${call.id}`)).to_number, PEOPLE.polite);
      const masked = await watcher.client.expect(200, "GET", `/calls/${call.id}`);
      same([masked.to_number, masked.variables], ["+99*******00", { name: "•••" }]);
      is((await list(watcher.client, "q=hello"))[0].to_number, "+99*******00");
      is((await watcher.client.get(`/calls?number=${word(PEOPLE.polite)}`)).status, 403);
      const { entries } = await watcher.client.expect(200, "GET", `/calls/${call.id}/transcript`);
      ok(entries.filter(({ kind }: Item) => kind === "digits").every(({ text }: Item) => /^•+$/.test(text)));
      ok(!JSON.stringify([masked, entries]).includes(PEOPLE.polite));
      // In a recording numbers and keys can be heard.
      is((await watcher.client.get(`/calls/${call.id}/recording`)).body.code, "FORBIDDEN");
      for (const { client: reader } of [watcher, builder]) {
        is((await reader.put(`/calls/${call.id}/tags`, { tags: ["mine"] })).status, 403);
      }
    },
  },
  {
    name: "tags are set on a call that is over, each once, and not over another's head",
    async run(world) {
      const tenant = await world.tenant();
      const { client } = tenant.admin;
      const { scenario_id } = await readyCampaign(client);
      const call = await placeTestCall(client, scenario_id, PEOPLE.polite);
      const path = `/calls/${call.id}/tags`;
      const read = await client.get(path);
      same(read.body.tags, call.tags);
      const etag = { headers: { "if-match": read.headers.get("etag")! } };
      const added = await client.put(path, { tags: [...call.tags, "call back", "Größe"] }, etag);
      same([added.status, added.body.tags.slice(-2)], [200, ["call back", "Größe"]]);
      const late = await client.put(path, { tags: ["late"] }, etag);
      same([late.status, late.headers.get("etag")], [412, added.headers.get("etag")]);
      same(ids(await list(client, `tag=${word("call back")}`)), [call.id]);
      const match = { headers: { "if-match": added.headers.get("etag")! } };
      is((await client.put(path, { tags: ["Größe"] }, match)).status, 200);
      same(await list(client, `tag=${word("call back")}`), []);
      same((await client.expect(200, "GET", `/calls/${call.id}`)).tags, ["Größe"]);
      for (const tags of [
        ["a", "a"],
        [""],
        [" "],
        ["x".repeat(65)],
        [1],
        Array.from({ length: 21 }, (_, i) => `${i}`),
      ]) {
        is((await client.put(path, { tags })).status, 400);
      }
      const [record] = (await client.expect(200, "GET", "/admin/audit?action=call.tag")).items;
      same([record.resource_id, record.detail.tags], [call.id, ["Größe"]]);
      const { call_id } = await client.expect(202, "POST", "/test-calls", {
        scenario_id,
        to: PEOPLE.polite,
        simulation: { speed: 15, seed: "story" },
        record: false,
      });
      const early = await client.put(`/calls/${call_id}/tags`, { tags: ["early"] });
      same([early.status, early.body.code], [409, "CONFLICT"]);
      await callEnded(client, call_id);
    },
  },
  {
    name: "a recording is heard whole or from any place, and can be deleted",
    async run(world) {
      const tenant = await world.tenant();
      const { client } = tenant.admin;
      const call = await recorded(client);
      is(call.has_recording, true);
      const whole = await fetchRecording(client, call.id);
      const size = whole.bytes.length;
      same([whole.status, whole.header("content-type"), whole.header("accept-ranges")], [200, "audio/wav", "bytes"]);
      is(whole.header("content-length"), String(size));
      same([whole.bytes.toString("latin1", 0, 4), whole.bytes.readUInt32LE(4)], ["RIFF", size - 8]);

      const part = async (range: string, more: Record<string, string> = {}) => {
        const { status, bytes, header } = await fetchRecording(client, call.id, { range, ...more });
        return { status, bytes, range: header("content-range") };
      };
      for (const [range, from, to] of [
        ["bytes=0-3", 0, 3],
        ["bytes=4-", 4, size - 1],
        [`bytes=${size - 1}-`, size - 1, size - 1],
        ["bytes=-10", size - 10, size - 1],
        [`bytes=10-${size + 1000}`, 10, size - 1],
        [`bytes=-${size + 1000}`, 0, size - 1],
      ] as const) {
        const { status, bytes, range: given } = await part(range);
        same([range, status, given], [range, 206, `bytes ${from}-${to}/${size}`]);
        ok(bytes.equals(whole.bytes.subarray(from, to + 1)), range);
      }
      for (const range of [`bytes=${size}-`, "bytes=-0"]) {
        const { status, range: given, bytes } = await part(range);
        same([status, given, JSON.parse(bytes.toString()).code], [416, `bytes */${size}`, "RANGE_NOT_SATISFIABLE"]);
      }
      // What is malformed, asks for several parts or is of another version is answered whole.
      for (const range of ["bytes=5-2", "bytes=0-1,4-5", "lines=0-3", "bytes=-"]) is((await part(range)).status, 200);
      is((await part("bytes=0-3", { "if-range": whole.header("etag")! })).status, 206);
      is((await part("bytes=0-3", { "if-range": '"another"' })).bytes.length, size);
      const head = await fetchRecording(client, call.id, { range: "bytes=2-5" }, "HEAD");
      same([head.status, head.header("content-length"), head.bytes.length], [206, "4", 0]);
      is((await fetchRecording(client, call.id, {}, "HEAD")).header("content-length"), String(size));

      const builder = await tenant.person("STUDIO_PROJECT");
      is((await builder.client.delete(`/calls/${call.id}/recording`)).status, 403);
      await client.expect(204, "DELETE", `/calls/${call.id}/recording`);
      is((await fetchRecording(client, call.id)).status, 404);
      is((await client.expect(200, "GET", `/calls/${call.id}`)).has_recording, false);
      await client.expect(204, "DELETE", `/calls/${call.id}/recording`);
    },
  },
];
