import type { FastifyInstance } from "fastify";
import type { Role, Services } from "./principal";

export type Access = "public" | "any" | "gateway" | readonly Role[];

/** What is known of each route: the role table, the document and the tests are made from it. */
export interface RouteRecord {
  method: string;
  /** With the base path, parameters as `:name`. */
  path: string;
  access: Access;
  audit: string | null;
  summary: string;
}

export interface App {
  fastify: FastifyInstance;
  services: Services;
  routes: RouteRecord[];
  /** Requests that the studio makes itself, as the document's `webhooks` has them: name to path item. */
  webhooks: Record<string, object>;
}
