import type { Client } from "../../harness/client";
import type { Person, Tenant } from "../../harness/world";
import { unique } from "../../harness/world";

/** A project with a callbot, and a person who may write there. */
export interface Place {
  project_id: string;
  callbot_id: string;
  author: Person;
}

export async function placeIn(tenant: Tenant): Promise<Place> {
  const author = await tenant.person("STUDIO_PROJECT");
  return { author, ...(await callbotOf(author.client)) };
}

export async function callbotOf(client: Client): Promise<{ project_id: string; callbot_id: string }> {
  const project = await client.expect(201, "POST", "/projects", { name: `Project ${unique()}` });
  const callbot = await client.expect(201, "POST", "/callbots", { project_id: project.id, name: "Rosa" });
  return { project_id: project.id, callbot_id: callbot.id };
}
