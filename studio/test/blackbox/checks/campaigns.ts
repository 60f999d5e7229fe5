import { strictEqual as is, match, ok, deepStrictEqual as same } from "node:assert";
import { contactsCsv, finished, readyCampaign, uploadCsv } from "../../harness/campaign";
import type { Client } from "../../harness/client";
import { unique } from "../../harness/world";
import type { Check } from "../check";
import type { Item } from "../item";
import { callEnded, PEOPLE, placeTestCall } from "./calling";

const contactsOf = async (client: Client, id: string, query = ""): Promise<Item[]> =>
  (await client.expect(200, "GET", `/campaigns/${id}/contacts${query}`)).items;

export const CAMPAIGNS: readonly Check[] = [
  {
    name: "a campaign calls everybody on its list, tries again as its policy says, and finishes by itself",
    async run(world) {
      const { client } = (await world.tenant()).admin;
      const campaign = await readyCampaign(client, {
        retry_policy: { max_attempts: 2, rules: { no_answer: { retries: 1, delay_s: 0, backoff: 1 } } },
      });
      const upload = await uploadCsv(client, campaign.id, `${contactsCsv(30)}\n12,Nobody`);
      same([upload.inserted, upload.rejected, upload.findings[0].path], [30, 1, "/rows/31/number"]);
      await client.expect(200, "POST", `/campaigns/${campaign.id}/start`);
      const end = await finished(client, campaign.id);
      is(end.finished_because, "all_contacts_done");
      const progress = await client.expect(200, "GET", `/campaigns/${campaign.id}/progress`);
      same([progress.total, progress.waiting, progress.calling], [30, 0, 0]);
      is(progress.reached + progress.exhausted, 30);

      const calls = (await client.expect(200, "GET", `/calls?campaign_id=${campaign.id}&limit=200`)).items;
      is(calls.length, progress.attempts);
      for (const contact of await contactsOf(client, campaign.id)) {
        const { history } = await client.expect(200, "GET", `/campaigns/${campaign.id}/contacts/${contact.id}`);
        same(
          history.map((call: Item) => [call.attempt, call.state]),
          history.map((_: Item, at: number) => [at + 1, "ended"]),
        );
        if (history.length === 2) is(history[0].outcome, "no_answer");
      }
    },
  },
  {
    name: "nobody is called in a draft, while paused, or outside of calling hours; who is removed is never called",
    async run(world) {
      const { client } = (await world.tenant()).admin;
      // The one hour of the week that lies about as far away as any can.
      const away = new Date(Date.now() + 84 * 3_600_000);
      const day = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"][away.getUTCDay()];
      const hour = String(away.getUTCHours()).padStart(2, "0");
      const closed = { hours: [{ days: [day], from: `${hour}:00`, to: `${hour}:59` }] };
      const campaign = await readyCampaign(client, { calling_window: closed, default_time_zone: "UTC" });
      await uploadCsv(client, campaign.id, contactsCsv(3));
      const [removed] = await contactsOf(client, campaign.id);
      await client.expect(204, "DELETE", `/campaigns/${campaign.id}/contacts/${removed.id}`);
      await client.expect(200, "POST", `/campaigns/${campaign.id}/start`);
      // The dialer has looked once it has put somebody off until the hours begin.
      let waiting: Item[] = [];
      for (let i = 0; i < 200 && waiting.length < 2; i++) {
        await new Promise((done) => setTimeout(done, 50));
        waiting = (await contactsOf(client, campaign.id, "?state=waiting")).filter(
          (contact) => Date.parse(contact.next_at) > Date.now() + 3_600_000,
        );
      }
      is(waiting.length, 2);
      match(waiting[0].next_at, new RegExp(`T${hour}:00:00`));
      await client.expect(200, "POST", `/campaigns/${campaign.id}/pause`);
      is((await client.post(`/campaigns/${campaign.id}/start`)).body.code, "CAMPAIGN_STATE");
      await client.expect(200, "POST", `/campaigns/${campaign.id}/resume`);
      const end = await client.expect(200, "POST", `/campaigns/${campaign.id}/finish`);
      is(end.finished_because, "user");
      same((await client.expect(200, "GET", `/calls?campaign_id=${campaign.id}`)).items, []);
      is(
        (await client.post(`/campaigns/${campaign.id}/contacts`, { contacts: [{ number: "+4930111111" }] })).status,
        409,
      );
    },
  },
  {
    name: "settings that cannot work are refused, each by its name, and nothing is stored of them",
    async run(world) {
      const { client } = (await world.tenant()).admin;
      const { callbot_id, project_id } = await readyCampaign(client);
      const answer = await client.post("/campaigns", {
        callbot_id,
        name: "Wrong",
        caller_number: "0301234567",
        default_time_zone: "Mars/Base",
        calling_window: { hours: [{ days: ["mon"], from: "22:00", to: "06:00" }] },
        scenario_id: callbot_id,
        group_id: callbot_id,
      });
      is(answer.status, 400);
      same(
        answer.body.findings.map((finding: Item) => finding.path),
        ["/caller_number", "/default_time_zone", "/calling_window/hours/0/to", "/scenario_id", "/group_id"],
      );
      const unknown = await client.post("/campaigns", {
        callbot_id,
        name: "x",
        caller_number: "+4930111111",
        colour: "red",
      });
      same([unknown.status, unknown.body.findings[0].path], [400, "/colour"]);
      is((await client.expect(200, "GET", `/campaigns?project_id=${project_id}`)).items.length, 1);
    },
  },
  {
    name: "a campaign without a published scenario is not started",
    async run(world) {
      const { client } = (await world.tenant()).admin;
      const { project_id } = await readyCampaign(client);
      const callbot = await client.expect(201, "POST", "/callbots", { project_id, name: "Silent" });
      const body = { callbot_id: callbot.id, name: "Silent", caller_number: "+4930111111" };
      const campaign = await client.expect(201, "POST", "/campaigns", body);
      const answer = await client.post(`/campaigns/${campaign.id}/start`);
      same([answer.status, answer.body.code], [409, "CAMPAIGN_STATE"]);
    },
  },
  {
    name: "a campaign goes the way of its trunk: not without it, and with the number that its route shows",
    async run(world) {
      const { client } = (await world.tenant()).admin;
      const campaign = await readyCampaign(client, { trunk: "main" });
      await uploadCsv(client, campaign.id, `number\n${PEOPLE.polite}\n+4930123456`);
      const refused = await client.post(`/campaigns/${campaign.id}/start`);
      same([refused.status, refused.body.code], [409, "CAMPAIGN_STATE"]);
      same(refused.body.findings, [
        { nodeId: null, path: "/trunk", message: "the trunk document has no gateway main that is switched on" },
      ]);
      await client.expect(
        200,
        "PUT",
        "/admin/telephony-trunks",
        {
          gateways: [{ name: "main", host: "sip.example.com", max_concurrent_calls: 1 }],
          prefix_routes: [
            { prefix: "999", gateways: [{ name: "main" }], caller_id: "+4930777", strip: 3, prepend: "00" },
          ],
        },
        { headers: { "if-match": (await client.get("/admin/telephony-trunks")).headers.get("etag")! } },
      );
      await client.expect(200, "POST", `/campaigns/${campaign.id}/start`);
      await finished(client, campaign.id);
      const { items } = await client.expect(200, "GET", `/calls?campaign_id=${campaign.id}`);
      same(items.map((call: Item) => [call.to_number, call.trunk, call.from_number]).sort(), [
        ["+4930123456", "main", "+49301111111"],
        [PEOPLE.polite, "main", "+4930777"],
      ]);
      // Nobody whose gateway is not there is called in vain, by campaigns as by test calls.
      const elsewhere = await client.expect(201, "POST", "/campaigns", {
        callbot_id: campaign.callbot_id,
        name: "By jambonz",
        caller_number: "+49301111111",
        scenario_id: campaign.scenario_id,
        gateway: "jambonz",
      });
      const missing = await client.post(`/campaigns/${elsewhere.id}/start`);
      same([missing.status, missing.body.findings[0].path], [409, "/gateway"]);
      const test = await placeTestCall(client, campaign.scenario_id, PEOPLE.polite, { trunk: "spare" });
      same([test.outcome, test.reason], ["failed", "the trunk document has no gateway spare that is switched on"]);
    },
  },
  {
    name: "a campaign that is ended lets those talk on who talk, and calls nobody else",
    async run(world) {
      const { client } = (await world.tenant()).admin;
      const campaign = await readyCampaign(client, { max_concurrent: 1, simulation: { speed: 4, seed: "end" } });
      await uploadCsv(client, campaign.id, `number\n${PEOPLE.polite}\n+4930123456`);
      await client.expect(200, "POST", `/campaigns/${campaign.id}/start`);
      let calls: Item[] = [];
      while (calls[0]?.state !== "in_progress" && calls[0]?.state !== "ended") {
        await new Promise((done) => setTimeout(done, 30));
        calls = (await client.expect(200, "GET", `/calls?campaign_id=${campaign.id}`)).items;
      }
      is((await client.expect(200, "POST", `/campaigns/${campaign.id}/finish`)).state, "finished");
      const call = await callEnded(client, calls[0]!.id);
      is((await client.expect(200, "GET", `/calls?campaign_id=${campaign.id}`)).items.length, 1);
      const contacts = await contactsOf(client, campaign.id);
      same(contacts.map(({ state, attempts }) => [state, attempts]).sort(), [
        [call.outcome === "answered" ? "reached" : "exhausted", 1],
        ["waiting", 0],
      ]);
    },
  },
  {
    name: "a short list does not wait for a long one that came before, of the same tenant or of another",
    async run(world) {
      const { client } = (await world.tenant()).admin;
      const long = await readyCampaign(client, { max_concurrent: 1000 });
      await uploadCsv(client, long.id, contactsCsv(5000));
      const others = [client, (await world.tenant()).admin.client];
      const short = await Promise.all(others.map((other) => readyCampaign(other)));
      for (const [at, other] of others.entries()) await uploadCsv(other, short[at]!.id, contactsCsv(10));
      await client.expect(200, "POST", `/campaigns/${long.id}/start`);
      for (const [at, other] of others.entries()) await other.expect(200, "POST", `/campaigns/${short[at]!.id}/start`);
      for (const [at, other] of others.entries()) await finished(other, short[at]!.id);
      is((await client.expect(200, "POST", `/campaigns/${long.id}/finish`)).finished_because, "user");
    },
  },
  {
    name: "calls of a campaign are counted as used, and can be heard where that was asked for",
    async run(world) {
      const { client } = (await world.tenant()).admin;
      const campaign = await readyCampaign(client, { record_calls: true });
      await uploadCsv(client, campaign.id, `number\n${PEOPLE.polite}\n${PEOPLE.never_answers}`);
      await client.expect(200, "POST", `/campaigns/${campaign.id}/start`);
      await finished(client, campaign.id);
      const [silent, polite] = (await client.expect(200, "GET", `/calls?campaign_id=${campaign.id}`)).items.sort(
        (a: Item, b: Item) => a.duration_ms - b.duration_ms,
      );
      same([polite.outcome, polite.has_recording], ["answered", true]);
      same([silent.outcome, silent.has_recording], ["no_answer", false]);
      await placeTestCall(client, campaign.scenario_id, PEOPLE.never_answers);
      const { calls, answered_calls, test_calls, call_minutes } = (await client.expect(200, "GET", "/admin/usage"))
        .total;
      same([calls, answered_calls, test_calls], [2, 1, 1]);
      is(call_minutes, Math.round((Math.ceil(polite.duration_ms / 1000) / 60) * 100) / 100);
      const heard = await fetch(`${client.base}/calls/${polite.id}/recording`, {
        headers: { authorization: `Bearer ${client.token}`, range: "bytes=0-3" },
      });
      same([heard.status, await heard.text()], [206, "RIFF"]);
    },
  },
  {
    name: "campaigns are read, changed under their ETag, grouped, listed and deleted; one that has called stays",
    async run(world) {
      const { client } = (await world.tenant()).admin;
      const campaign = await readyCampaign(client);
      const group = await client.expect(201, "POST", "/campaign-groups", {
        project_id: campaign.project_id,
        name: `Group ${unique()}`,
        max_concurrent: 2,
      });
      const read = await client.get(`/campaigns/${campaign.id}`);
      const etag = { headers: { "if-match": read.headers.get("etag")! } };
      const changed = await client.patch(`/campaigns/${campaign.id}`, { group_id: group.id, max_concurrent: 7 }, etag);
      same([changed.status, changed.body.max_concurrent, changed.body.group_id], [200, 7, group.id]);
      is((await client.patch(`/campaigns/${campaign.id}`, { max_concurrent: 8 }, etag)).status, 412);
      is((await client.expect(200, "GET", `/campaigns?group_id=${group.id}`)).items.length, 1);

      await uploadCsv(client, campaign.id, contactsCsv(4));
      await client.expect(200, "POST", `/campaigns/${campaign.id}/start`);
      await finished(client, campaign.id);
      is((await client.delete(`/campaigns/${campaign.id}`)).body.code, "CAMPAIGN_STATE");
      await client.expect(204, "DELETE", `/campaign-groups/${group.id}`);
      is((await client.expect(200, "GET", `/campaigns/${campaign.id}`)).group_id, null);
    },
  },
  {
    name: "an upload that is repeated adds nobody twice, and takes over what describes people where that is asked for",
    async run(world) {
      const { client } = (await world.tenant()).admin;
      const campaign = await readyCampaign(client);
      same(pick(await uploadCsv(client, campaign.id, contactsCsv(5))), { inserted: 5, updated: 0, duplicates: 0 });
      same(pick(await uploadCsv(client, campaign.id, contactsCsv(6))), { inserted: 1, updated: 0, duplicates: 5 });
      const contacts = [
        { number: "+49 30 1000000", name: "Renamed", external_id: "c-0", variables: { city: "Kampot" } },
      ];
      const update = await client.expect(200, "POST", `/campaigns/${campaign.id}/contacts`, {
        contacts,
        duplicates: "update",
      });
      same(pick(update), { inserted: 0, updated: 1, duplicates: 0 });
      const [contact] = await contactsOf(client, campaign.id, "?number=%2B49301000000");
      same([contact.name, contact.external_id, contact.variables], ["Renamed", "c-0", { city: "Kampot" }]);
      const json = await client.send("POST", `/campaigns/${campaign.id}/contacts/upload`, { body: { contacts } });
      is(json.status, 415);
    },
  },
  {
    name: "who only watches sees no numbers and writes nothing; who is no member sees no campaign",
    async run(world) {
      const tenant = await world.tenant();
      const { client } = tenant.admin;
      const campaign = await readyCampaign(client);
      await uploadCsv(client, campaign.id, "number,name,day\n+49301000000,Person 0,Monday");
      const watcher = await tenant.person("STUDIO_MONITORING");
      is((await watcher.client.get(`/campaigns/${campaign.id}`)).status, 404);
      await client.send("PUT", `/projects/${campaign.project_id}/members/${watcher.id}`, { body: { role: "viewer" } });
      const [contact] = await contactsOf(watcher.client, campaign.id);
      same([contact.number, contact.variables], ["+49*******00", { day: "•••" }]);
      is((await watcher.client.get(`/campaigns/${campaign.id}/contacts?number=%2B49301000000`)).status, 403);
      is((await watcher.client.post(`/campaigns/${campaign.id}/start`)).status, 403);
      ok((await watcher.client.get("/campaigns")).body.items.length === 1);
    },
  },
  {
    name: "a test call runs the newest version at once, for administrators only, and is recorded",
    async run(world) {
      const tenant = await world.tenant();
      const { client } = tenant.admin;
      const { scenario_id } = await readyCampaign(client);
      const body = {
        scenario_id,
        to: "+49 30 5550001",
        contact: { name: "Ada" },
        simulation: { speed: "fast", seed: "test call" },
      };
      const author = await tenant.person("STUDIO_PROJECT");
      is((await author.client.post("/test-calls", body)).status, 403);
      const { call_id, scenario_version } = await client.expect(202, "POST", "/test-calls", body);
      is(scenario_version, 1);
      let call: Item;
      do {
        await new Promise((done) => setTimeout(done, 50));
        call = await client.expect(200, "GET", `/calls/${call_id}`);
      } while (call.state !== "ended");
      same([call.kind, call.to_number, call.campaign_id], ["test", "+49305550001", null]);
      const wrong = await client.post("/test-calls", { ...body, to: "5550001" });
      same([wrong.status, wrong.body.findings[0].path], [400, "/to"]);
      is((await client.post("/test-calls", { ...body, version: 99 })).status, 404);
    },
  },
];

const pick = ({ inserted, updated, duplicates }: Item) => ({ inserted, updated, duplicates });
