import { strictEqual as is, ok, deepStrictEqual as same } from "node:assert";
import { contactsCsv, finished, readyCampaign, uploadCsv } from "../../harness/campaign";
import type { Check } from "../check";
import type { Item } from "../item";
import { PEOPLE, placeTestCall } from "./calling";

export const MONITORING: readonly Check[] = [
  {
    name: "today's figures are those of today's calls",
    async run(world) {
      const tenant = await world.tenant();
      const { client } = tenant.admin;
      const today = (query = "") => client.expect(200, "GET", `/monitoring/today${query}`);
      const empty = await today();
      same([empty.calls, empty.answered_rate, empty.average_duration_ms], [0, null, null]);
      const campaign = await readyCampaign(client);
      await uploadCsv(client, campaign.id, contactsCsv(25));
      await client.expect(200, "POST", `/campaigns/${campaign.id}/start`);
      await finished(client, campaign.id);
      const other = await readyCampaign(client, { calls_per_minute: 1 });
      await uploadCsv(client, other.id, contactsCsv(2));
      await client.expect(200, "POST", `/campaigns/${other.id}/start`);
      await placeTestCall(client, other.scenario_id, PEOPLE.polite);

      const day = await today(`?campaign_id=${campaign.id}`);
      same([day.date, day.time_zone], [localDate("Europe/Berlin"), "Europe/Berlin"]);
      ok(Date.parse(day.from) <= Date.now() && Date.now() < Date.parse(day.to));
      const calls: Item[] = (await client.expect(200, "GET", `/calls?campaign_id=${campaign.id}&limit=200`)).items;
      const answered = calls.filter(({ outcome }) => outcome === "answered");
      same([day.calls, day.ended, day.answered, day.open_calls], [calls.length, calls.length, answered.length, 0]);
      is(day.by_state.ended, calls.length);
      for (const [outcome, count] of Object.entries(day.by_outcome)) {
        is(count, calls.filter((call) => call.outcome === outcome).length);
      }
      is(day.answered_rate, answered.length / calls.length);
      const mean = answered.reduce((sum, { duration_ms }) => sum + duration_ms, 0) / answered.length;
      is(day.average_duration_ms, Math.round(mean));
      is(
        day.hours.reduce((sum: number, hour: Item) => sum + hour.calls, 0),
        calls.length,
      );
      is(day.hours[0].from, day.from);
      ok(Date.parse(day.hours.at(-1).from) <= Date.now());
      same(day.running_campaigns, []);
      const all = await today();
      same(
        all.running_campaigns.map(({ id, project_id }: Item) => [id, project_id]),
        [[other.id, other.project_id]],
      );
      ok(all.calls > day.calls);

      const watcher = await tenant.person("STUDIO_MONITORING");
      const seen = async () => (await watcher.client.expect(200, "GET", "/monitoring/today")).calls;
      is(await seen(), 0);
      await client.expect(200, "PUT", `/projects/${campaign.project_id}/members/${watcher.id}`, { role: "viewer" });
      is(await seen(), calls.length);
      await client.expect(200, "POST", `/campaigns/${other.id}/finish`);
    },
  },
];

function localDate(timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone }).format(new Date());
}
