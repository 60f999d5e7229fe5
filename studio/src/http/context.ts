import type { FastifyBaseLogger, FastifyRequest } from "fastify";
import type { Db, Tx } from "../db/db";
import { requireMatch } from "./etag";
import type { Principal, Services } from "./principal";

/** What every handler gets of its request. */
export interface BaseContext {
  services: Services;
  /** The instant the request began; the same for everything that it writes. */
  now: Date;
  request_id: string;
  address: string;
  user_agent: string;
  log: FastifyBaseLogger;
  request: FastifyRequest;
}

/** The request of a signed-in user: one transaction in the user's tenant, committed when the handler has answered. */
export interface Context extends BaseContext {
  tx: Tx;
  user: Principal;
  tenant_id: string;
  /** Adds to the audit record of this write; `resource_id` otherwise is the path's id. Never put a secret here. */
  audit(entry: { resource_id?: string; detail?: Record<string, unknown> }): void;
  /** Holds the write to the revision named by If-Match, if it was sent (or always, when `required`). */
  match(revision: number, required?: boolean): void;
}

/** The request of a signed-in user that streams or takes long: it opens transactions of its own. */
export interface LongContext extends BaseContext {
  db: Db;
  user: Principal;
  tenant_id: string;
}

export function baseContext(services: Services, request: FastifyRequest): BaseContext {
  return {
    services,
    now: services.now(),
    request_id: request.id,
    address: request.ip,
    user_agent: (request.headers["user-agent"] ?? "").slice(0, 300),
    log: request.log,
    request,
  };
}

export function matcherOf(request: FastifyRequest): Context["match"] {
  return (revision, required = false) => requireMatch(request.headers["if-match"], revision, required);
}
