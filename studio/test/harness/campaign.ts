/** A campaign that is ready to be started: project, callbot, published scenario. */
import type { Client, Json } from "./client";
import { unique } from "./world";

/** A question with keys: it needs no library, and simulated callers press right, wrong or nothing. */
export const SURVEY = {
  format: "v2",
  language: "en",
  start: "greet",
  variables: [{ name: "name", type: "string", source: "contact" }],
  nodes: [
    { id: "greet", type: "say", text: "Hello {{name}}.", next: "ask" },
    {
      id: "ask",
      type: "ask",
      text: "Press one to confirm, two to be put through.",
      listen: { mode: "dtmf", timeout_s: 5, max_digits: 1 },
      branches: [
        { digits: "1", next: "thanks" },
        { digits: "2", next: "put_through" },
      ],
      retries: 1,
      no_match: "sorry",
      no_input: "sorry",
    },
    { id: "put_through", type: "transfer", to: "+4930999999", on_failure: "sorry" },
    { id: "thanks", type: "hangup", text: "Thank you, goodbye.", outcome: "confirmed", tags: ["confirmed"] },
    { id: "sorry", type: "hangup", text: "We will try again.", outcome: "open" },
  ],
};

export interface ReadyCampaign {
  project_id: string;
  callbot_id: string;
  scenario_id: string;
  id: string;
}

/** @param more settings of the campaign besides its name and callbot */
export async function readyCampaign(client: Client, more: Record<string, unknown> = {}): Promise<ReadyCampaign> {
  const project = await client.expect(201, "POST", "/projects", { name: `Project ${unique()}` });
  const callbot = await client.expect(201, "POST", "/callbots", { project_id: project.id, name: "Rosa" });
  const scenario = await client.expect(201, "POST", "/scenarios", {
    callbot_id: callbot.id,
    name: "Survey",
    definition: SURVEY,
  });
  await client.expect(200, "POST", `/scenarios/${scenario.id}/publish`, {});
  const campaign = await client.expect(201, "POST", "/campaigns", {
    callbot_id: callbot.id,
    name: `Campaign ${unique()}`,
    caller_number: "+49301111111",
    scenario_id: scenario.id,
    simulation: { speed: "fast", seed: "story" },
    retry_policy: { max_attempts: 1, rules: {} },
    ...more,
  });
  return { project_id: project.id, callbot_id: callbot.id, scenario_id: scenario.id, id: campaign.id };
}

/** `number,name` lines of different people. */
export function contactsCsv(count: number): string {
  const lines = Array.from({ length: count }, (_, i) => `+4930${1_000_000 + i},Person ${i}`);
  return ["number,name", ...lines].join("\n");
}

export function uploadCsv(client: Client, campaign_id: string, text: string): Promise<Json> {
  return client.expect(200, "POST", `/campaigns/${campaign_id}/contacts/upload`, undefined, {
    raw: { type: "text/csv", text },
  });
}

/** Asks until the campaign is finished. */
export async function finished(client: Client, id: string, patience_ms = 60_000): Promise<Json> {
  const until = Date.now() + patience_ms;
  for (;;) {
    const campaign = await client.expect(200, "GET", `/campaigns/${id}`);
    if (campaign.state === "finished") return campaign;
    if (Date.now() > until) {
      throw new Error(`not finished: ${JSON.stringify(await client.expect(200, "GET", `/campaigns/${id}/progress`))}`);
    }
    await new Promise((done) => setTimeout(done, 100));
  }
}
