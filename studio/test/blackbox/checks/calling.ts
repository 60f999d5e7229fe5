import type { Client } from "../../harness/client";
import type { Item } from "../item";

/** Simulated people who always do the same (voice/simulated/test_numbers.ts). */
export const PEOPLE = {
  polite: "+99912345600",
  never_answers: "+99912345601",
  silent: "+99912345604",
  hangs_up: "+99912345606",
} as const;

/** Places a test call and waits until it has ended. @param client of an administrator */
export async function placeTestCall(
  client: Client,
  scenario_id: string,
  to: string,
  more: Record<string, unknown> = {},
): Promise<Item> {
  const { call_id } = await client.expect(202, "POST", "/test-calls", {
    scenario_id,
    to,
    simulation: { speed: "fast", seed: "story" },
    record: false,
    ...more,
  });
  return callEnded(client, call_id);
}

export async function callEnded(client: Client, id: string): Promise<Item> {
  const until = Date.now() + 30_000;
  for (;;) {
    const call = await client.expect(200, "GET", `/calls/${id}`);
    if (call.state === "ended") return call;
    if (Date.now() > until) throw new Error(`the call does not end: ${JSON.stringify(call)}`);
    await new Promise((done) => setTimeout(done, 30));
  }
}
