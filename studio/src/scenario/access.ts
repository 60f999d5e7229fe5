/** Who may read a scenario, and who may change it now. */
import type { Context } from "../http/context";
import { problem } from "../http/problem";
import { requireCallbot } from "../project/membership";
import { readLock } from "./lock_store";
import type { Lock, Scenario } from "./schema";
import { findScenario, holdScenario } from "./store";

/** @throws Problem NOT_FOUND where the user does not see the scenario */
export async function readable(ctx: Context, id: string): Promise<Scenario> {
  const scenario = await findScenario(ctx.tx, id);
  if (scenario === null) throw problem("NOT_FOUND");
  await requireCallbot(ctx.tx, ctx, scenario.callbot_id, "read");
  return scenario;
}

/**
 * As `readable`, for who may also write in its project; other writers then wait until the transaction ends.
 * @throws Problem NOT_FOUND, FORBIDDEN, ARCHIVED (of the callbot or project)
 */
export async function heldForWriting(ctx: Context, id: string): Promise<Scenario> {
  const { callbot_id } = await readable(ctx, id);
  await requireCallbot(ctx.tx, ctx, callbot_id, "write");
  await holdScenario(ctx.tx, id);
  // Read again: the one who held it before may have changed it.
  return (await findScenario(ctx.tx, id))!;
}

/**
 * As `heldForWriting`, and nobody else is editing, it is not archived, and it is at the revision of If-Match.
 * @throws Problem SCENARIO_LOCKED naming the holder, ARCHIVED, PRECONDITION_FAILED
 */
export async function writable(ctx: Context, id: string, { also_archived = false } = {}): Promise<Scenario> {
  const scenario = await heldForWriting(ctx, id);
  if (scenario.archived && !also_archived) throw problem("ARCHIVED", { detail: "The scenario is archived" });
  refuseOthers(ctx, await readLock(ctx.tx, id));
  ctx.match(scenario.revision);
  return scenario;
}

/** @throws Problem SCENARIO_LOCKED where someone else holds the lock */
export function refuseOthers(ctx: Context, lock: Lock | null): void {
  if (lock === null || lock.holder.user_id === ctx.user.user_id) return;
  throw problem("SCENARIO_LOCKED", {
    detail: `${lock.holder.name} is editing this scenario, until ${lock.expires_at} unless it is renewed`,
    extra: { lock },
  });
}
