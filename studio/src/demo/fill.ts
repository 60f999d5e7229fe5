import type { App } from "../http/app";
import { BASE_PATH } from "../http/reply";
import { CLOSED, DEMO_INTENTS, DEMO_NUMBER, REMINDER } from "./definitions";

const CONTACTS = 40;

interface Made {
  id: string;
}

/**
 * Fills the demo tenant through the studio's own interface. Every request has an Idempotency-Key of its own: where two processes do
 * this at the same time, or one goes on with what another began, each thing is made once.
 * @param token of an administrator of the tenant
 */
export async function fillDemo(app: App, token: string): Promise<void> {
  const ask = asker(app, token);
  const post = (step: string, path: string, body: object) => ask("POST", path, body, `demo-${step}`);

  const project = await post("project", "/projects", { name: "Workshop", description: "Reminders before a service" });
  for (const [name, utterances] of Object.entries(DEMO_INTENTS)) {
    await post(`intent-${name}`, `/projects/${project.id}/libraries/intents`, { name, language: "en", utterances });
  }
  const callbot = await post("callbot", "/callbots", { project_id: project.id, name: "Rosa" });
  const scenario = (step: string, name: string, definition: object) =>
    post(step, "/scenarios", { callbot_id: callbot.id, name, definition, comment: "The first version" });
  const reminder = await scenario("reminder", "Reminder", REMINDER);
  const closed = await scenario("closed", "Closed", CLOSED);
  await post("publish-reminder", `/scenarios/${reminder.id}/publish`, {});
  await post("publish-closed", `/scenarios/${closed.id}/publish`, {});
  await ask("PATCH", `/callbots/${callbot.id}`, { default_scenario_id: closed.id });
  await post("schedule", `/callbots/${callbot.id}/scenario-schedules`, {
    name: "Opening hours",
    time_zone: "Europe/Berlin",
    rules: [
      { days: ["mon", "tue", "wed", "thu", "fri"], from: "08:00", to: "18:00", scenario_id: reminder.id },
      { days: ["sat"], from: "09:00", to: "13:00", scenario_id: reminder.id },
    ],
    exceptions: [],
  });
  for (const { id, roles } of await people(app, token)) {
    if (roles.includes("STUDIO_ADMIN")) continue;
    const role = roles.includes("STUDIO_PROJECT") ? "manager" : "viewer";
    await ask("PUT", `/projects/${project.id}/members/${id}`, { role });
  }
  const campaign = await post("campaign", "/campaigns", {
    callbot_id: callbot.id,
    name: "Services of this week",
    scenario_id: reminder.id,
    caller_number: DEMO_NUMBER,
    max_concurrent: 4,
    simulation: { speed: 20, seed: "demo" },
    retry_policy: { max_attempts: 2, rules: { busy: { retries: 1, delay_s: 60, backoff: 1 } } },
  });
  await post("contacts", `/campaigns/${campaign.id}/contacts`, { contacts: contacts() });
  await post("start", `/campaigns/${campaign.id}/start`, {});
}

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"];

/** As kept free as `DEMO_NUMBER`. */
function contacts(): object[] {
  return Array.from({ length: CONTACTS }, (_, i) => ({
    number: `+493023125${String(i).padStart(3, "0")}`,
    name: `Customer ${i + 1}`,
    external_id: `demo-${i + 1}`,
    variables: { day: DAYS[i % DAYS.length] },
  }));
}

type Ask = (method: "POST" | "PUT" | "PATCH" | "GET", path: string, body?: object, key?: string) => Promise<Made>;

function asker(app: App, token: string): Ask {
  return async (method, path, body, key) => {
    const answer = await app.fastify.inject({
      method,
      url: `${BASE_PATH}${path}`,
      headers: { authorization: `Bearer ${token}`, ...(key === undefined ? {} : { "idempotency-key": key }) },
      ...(body === undefined ? {} : { payload: body }),
    });
    if (answer.statusCode >= 300) throw new Error(`the demo cannot be made: ${method} ${path}: ${answer.body}`);
    return answer.json() as Made;
  };
}

async function people(app: App, token: string): Promise<{ id: string; roles: string[] }[]> {
  const list = (await asker(app, token)("GET", "/admin/users")) as unknown as {
    items: { id: string; roles: string[] }[];
  };
  return list.items;
}
