import { timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { Type } from "@sinclair/typebox";
import { collectDefaultMetrics, Histogram, Registry } from "prom-client";
import type { App } from "./app";
import { problem } from "./problem";
import { ok } from "./reply";
import { openRoute } from "./route";
import { OneOf } from "./schema";

/** `/health` (the process lives), `/ready` (the database answers) and `/metrics` (Prometheus). */
export function installMetrics(app: App, token: string | undefined): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from a request's head to the end of its answer",
    labelNames: ["method", "route", "status"],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  app.fastify.addHook("onResponse", async (request, reply) => {
    // By the route's pattern: an id in a label would make a new series each.
    const route = request.routeOptions.url ?? "none";
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });

  const open = { method: "GET", access: "public", tag: "Studio", bare: true } as const;
  const status = Type.Object({ status: OneOf(["ok"]) });
  openRoute(
    app,
    { ...open, url: "/health", summary: "Whether the process lives", response: { 200: status } },
    async () => ok({ status: "ok" }),
  );
  openRoute(
    app,
    { ...open, url: "/ready", summary: "Whether requests can be served", response: { 200: status } },
    async (ctx) => {
      await ctx.services.db.asSystem((tx) => tx.query("SELECT 1"));
      return ok({ status: "ok" });
    },
  );
  openRoute(
    app,
    {
      ...open,
      url: "/metrics",
      summary: "Figures for Prometheus: for this machine, or with the metrics token",
      response: { 200: Figures },
    },
    async (ctx, _input, reply) => {
      if (!mayRead(token, ctx.address, ctx.request.headers)) throw problem("NOT_FOUND");
      reply.type(registry.contentType).serializer((text: unknown) => String(text));
      return ok(await registry.metrics());
    },
  );
}

const Figures = Type.Unsafe<string>({
  description: "In the text format",
  content: { "text/plain": { schema: { type: "string" } } },
});

const LOOPBACK = ["127.0.0.1", "::1", "::ffff:127.0.0.1"];
/** What a proxy on this machine adds: behind it stands anybody. */
const PROXIED = ["forwarded", "x-forwarded-for", "via"];

function mayRead(token: string | undefined, address: string, headers: IncomingHttpHeaders): boolean {
  if (token === undefined) return LOOPBACK.includes(address) && PROXIED.every((name) => headers[name] === undefined);
  const want = Buffer.from(`Bearer ${token}`);
  const have = Buffer.from(headers.authorization ?? "");
  return want.length === have.length && timingSafeEqual(want, have);
}
