import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { SealContext } from "../secret/box";
import type { Context } from "./context";
import { problem } from "./problem";
import type { Reply } from "./reply";

interface StoredRow {
  request_hash: string;
  status: number | null;
  headers: Record<string, string> | null;
  body_sealed: string | null;
}

/**
 * Runs a POST once per Idempotency-Key and user. The key is written in the transaction of the request itself: a repetition that
 * arrives meanwhile waits for it, then gets the same answer; a request that failed leaves no key behind and can be tried again.
 * @throws Problem IDEMPOTENCY_KEY_INVALID, IDEMPOTENCY_KEY_REUSED
 */
export async function once(ctx: Context, request: FastifyRequest, work: () => Promise<Reply>): Promise<Reply> {
  const key = request.headers["idempotency-key"];
  if (request.method !== "POST" || key === undefined) return work();
  if (typeof key !== "string" || !/^[\x21-\x7e]{1,255}$/.test(key)) throw problem("IDEMPOTENCY_KEY_INVALID");
  const hash = createHash("sha256")
    .update(`${request.url}\0${JSON.stringify(request.body ?? null)}`)
    .digest("hex");
  const place = [ctx.tenant_id, ctx.user.user_id, key];
  const claimed = await ctx.tx.query(
    `INSERT INTO idempotency_keys (tenant_id, user_id, key, request_hash) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING RETURNING key`,
    [...place, hash],
  );
  if (claimed.length === 0) return repeated(ctx, place, hash);
  const reply = await work();
  await ctx.tx.query(
    "UPDATE idempotency_keys SET status = $4, headers = $5, body_sealed = $6 WHERE tenant_id = $1 AND user_id = $2 AND key = $3",
    [
      ...place,
      reply.status,
      JSON.stringify(reply.headers ?? {}),
      reply.body === undefined ? null : ctx.services.secrets.seal(sealContext(place), JSON.stringify(reply.body)),
    ],
  );
  return reply;
}

async function repeated(ctx: Context, place: readonly string[], hash: string): Promise<Reply> {
  const [row] = await ctx.tx.query<StoredRow>(
    "SELECT request_hash, status, headers, body_sealed FROM idempotency_keys WHERE tenant_id = $1 AND user_id = $2 AND key = $3",
    place,
  );
  if (row === undefined || row.status === null) throw problem("CONFLICT", { detail: "Try this Idempotency-Key again" });
  if (row.request_hash !== hash) throw problem("IDEMPOTENCY_KEY_REUSED");
  return {
    status: row.status,
    headers: { ...row.headers, "idempotency-replayed": "true" },
    ...(row.body_sealed === null
      ? {}
      : { body: JSON.parse(ctx.services.secrets.open(sealContext(place), row.body_sealed)) }),
  };
}

const sealContext = (place: readonly string[]): SealContext => ({
  table: "idempotency_keys",
  column: "body_sealed",
  row: place.join("/"),
});

/** Keys are kept so long; clients retry within minutes. */
export const IDEMPOTENCY_KEPT_H = 24;
