import { Type } from "@sinclair/typebox";
import type { App } from "../http/app";
import type { Context } from "../http/context";
import { problem } from "../http/problem";
import { noContent, ok } from "../http/reply";
import { route } from "../http/route";
import { heldForWriting, readable, refuseOthers } from "./access";
import { deleteLock, readLock, writeLock } from "./lock_store";
import { READERS, tag, WRITERS } from "./roles";
import { ForceQuery, LOCK_TTL_S, type Lock, LockBody, LockStateSchema } from "./schema";

const url = "/scenarios/:id/lock";

/** /scenarios/{id}/lock: take or renew, read, release. */
export function lockRoutes(app: App): void {
  route(
    app,
    {
      method: "POST",
      url,
      roles: WRITERS,
      tag,
      summary: "Take the edit lock, or renew it",
      description:
        `It runs out after ${LOCK_TTL_S.usual} s unless its holder takes it again. While someone holds it, every write by others answers ` +
        "409 SCENARIO_LOCKED. Who writes without a lock may do so while nobody holds it.",
      query: ForceQuery,
      body: LockBody,
      response: { 200: LockStateSchema },
      audit: "scenario.lock",
    },
    async (ctx, { params, query, body }) => {
      const scenario = await heldForWriting(ctx, params.id);
      if (scenario.archived) throw problem("ARCHIVED", { detail: "The scenario is archived" });
      const before = await toTake(ctx, params.id, query.force);
      const { tenant_id } = ctx;
      const ttl_s = body?.ttl_s ?? LOCK_TTL_S.usual;
      await writeLock(ctx.tx, { tenant_id, scenario_id: params.id, holder_id: ctx.user.user_id, ttl_s });
      ctx.audit({ detail: { ttl_s, ...forced(ctx, before) } });
      return ok(stateFor(ctx, await readLock(ctx.tx, params.id)));
    },
  );

  route(
    app,
    {
      method: "GET",
      url,
      roles: READERS,
      tag,
      summary: "Read who holds the edit lock",
      response: { 200: LockStateSchema },
    },
    async (ctx, { params }) => {
      await readable(ctx, params.id);
      return ok(stateFor(ctx, await readLock(ctx.tx, params.id)));
    },
  );

  route(
    app,
    {
      method: "DELETE",
      url,
      roles: WRITERS,
      tag,
      summary: "Release the edit lock",
      description: "Without an effect where nobody holds it.",
      query: ForceQuery,
      response: { 204: Type.Null() },
      audit: "scenario.unlock",
    },
    async (ctx, { params, query }) => {
      await heldForWriting(ctx, params.id);
      const before = await toTake(ctx, params.id, query.force);
      await deleteLock(ctx.tx, params.id);
      ctx.audit({ detail: forced(ctx, before) });
      return noContent();
    },
  );
}

/** The lock in force, which this user may take away. @throws Problem FORBIDDEN, SCENARIO_LOCKED */
async function toTake(ctx: Context, scenario_id: string, force: boolean): Promise<Lock | null> {
  if (force && !ctx.user.roles.includes("STUDIO_ADMIN"))
    throw problem("FORBIDDEN", { detail: "Forcing an edit lock needs the role STUDIO_ADMIN" });
  const lock = await readLock(ctx.tx, scenario_id);
  if (!force) refuseOthers(ctx, lock);
  return lock;
}

const forced = (ctx: Context, before: Lock | null) =>
  before !== null && before.holder.user_id !== ctx.user.user_id ? { taken_from: before.holder } : {};

const stateFor = (ctx: Context, lock: Lock | null) => ({
  locked: lock !== null,
  held_by_you: lock?.holder.user_id === ctx.user.user_id,
  lock,
});
