/** A tenant with one of everything that has an id. */

import { contactsCsv, type ReadyCampaign, readyCampaign, uploadCsv } from "../harness/campaign";
import type { Client, Json } from "../harness/client";
import type { Person, Tenant, World } from "../harness/world";

export interface Furnished {
  tenant: Tenant;
  /** An administrator who has all the roles. */
  owner: Client;
  /** A value for each parameter of each path, by the beginning of the path and the parameter's name. */
  ids: readonly [path: string, parameter: string, id: string][];
}

export async function furnished(world: World): Promise<Furnished> {
  const tenant = await world.tenant();
  const owner = await tenant.person("STUDIO_ADMIN", "STUDIO_PROJECT", "STUDIO_MONITORING");
  const { client } = owner;
  const ready = await readyCampaign(client);
  const ids = [...(await people(world, owner, tenant, ready)), ...(await rooms(client, ready))];
  return { tenant, owner: client, ids };
}

const shared = new WeakMap<World, Promise<readonly [home: Furnished, guest: Furnished]>>();

/** Two such tenants for all checks that leave them as they are. */
export function neighbours(world: World): Promise<readonly [home: Furnished, guest: Furnished]> {
  const made = shared.get(world) ?? Promise.all([furnished(world), furnished(world)]);
  shared.set(world, made);
  return made;
}

async function people(
  world: World,
  { client: owner, email, password }: Person,
  tenant: Tenant,
  { project_id }: ReadyCampaign,
): Promise<Furnished["ids"]> {
  const [bob, carol] = [await tenant.person("STUDIO_PROJECT"), await tenant.person("STUDIO_PROJECT")];
  await owner.expect(200, "PUT", `/projects/${project_id}/members/${bob.id}`, { role: "member" });
  await owner.expect(200, "PUT", `/projects/${project_id}/members/${carol.id}`, { role: "manager" });
  const { session_id } = await world.open.expect(200, "POST", "/auth/login", { email, password });
  const credential = await owner.expect(201, "POST", "/admin/gateway-credentials", { name: "Gateway" });
  return [
    ["/api/v1/auth/sessions/", "id", session_id],
    ["/api/v1/admin/tenants/", "id", tenant.id],
    ["/api/v1/admin/users/", "id", bob.id],
    ["/api/v1/admin/managers/", "id", carol.id],
    ["/api/v1/projects/", "user_id", bob.id],
    ["/api/v1/admin/gateway-credentials/", "id", credential.id],
  ];
}

async function rooms(owner: Client, made: ReadyCampaign): Promise<Furnished["ids"]> {
  const { project_id, callbot_id, scenario_id, id: campaign_id } = made;
  const post = (path: string, body: object): Promise<Json> => owner.expect(201, "POST", path, body);
  const library = `/projects/${project_id}/libraries`;
  const intent = await post(`${library}/intents`, { name: "yes", utterances: ["yes"] });
  const prompt = await post(`${library}/prompts`, { name: "hello", language: "en", text: "Hello" });
  const variable = await post(`${library}/variables`, { name: "colour", type: "string" });
  const schedule = await post(`/callbots/${callbot_id}/scenario-schedules`, {
    time_zone: "Europe/Berlin",
    rules: [{ days: ["mon"], from: "09:00", to: "17:00", scenario_id }],
  });
  const group = await post("/campaign-groups", { project_id, name: "Group" });
  await uploadCsv(owner, campaign_id, contactsCsv(1));
  const [contact] = (await owner.expect(200, "GET", `/campaigns/${campaign_id}/contacts`)).items;
  const endpoint = await post("/webhook-endpoints", { url: "https://receiver.example/hook" });
  const example = await owner.expect(202, "POST", `/webhook-endpoints/${endpoint.id}/send-example`, {
    type: "call.finished",
  });
  const call = await owner.expect(202, "POST", "/test-calls", {
    scenario_id,
    to: "+99900000000",
    simulation: { speed: "fast", seed: "rooms" },
  });
  return [
    [`/api/v1/projects/{id}/libraries/intents`, "item_id", intent.id],
    [`/api/v1/projects/{id}/libraries/prompts`, "item_id", prompt.id],
    [`/api/v1/projects/{id}/libraries/variables`, "item_id", variable.id],
    ["/api/v1/projects/", "id", project_id],
    ["/api/v1/callbots/", "schedule_id", schedule.id],
    ["/api/v1/callbots/", "id", callbot_id],
    ["/api/v1/scenarios/", "id", scenario_id],
    ["/api/v1/scenarios/", "n", "1"],
    ["/api/v1/scenarios/", "node_id", "greet"],
    ["/api/v1/scenarios/", "call_id", call.call_id],
    ["/api/v1/campaigns/", "contact_id", contact.id],
    ["/api/v1/campaigns/", "id", campaign_id],
    ["/api/v1/campaign-groups/", "id", group.id],
    ["/api/v1/calls/", "id", call.call_id],
    ["/api/v1/webhook-endpoints/", "id", endpoint.id],
    ["/api/v1/webhook-deliveries/", "id", example.id],
  ];
}

/** @throws Error where nobody has said what the parameter may be: a new resource must be added to `furnished` */
export function idOf({ ids }: Furnished, path: string, parameter: string): string {
  const found = ids.find(([beginning, name]) => name === parameter && path.startsWith(beginning));
  if (found === undefined) throw new Error(`furnished() makes nothing for {${parameter}} of ${path}`);
  return found[2];
}
