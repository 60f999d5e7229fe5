import rateLimit from "@fastify/rate-limit";
import Fastify, { type FastifyReply, type FastifyRequest } from "fastify";
import { v7 as uuid } from "uuid";
import { pointer } from "../json/pointer";
import { jsonFaults } from "../json/sound";
import type { App } from "./app";
import { installMetrics } from "./metrics";
import { installOpenApi } from "./openapi";
import type { Services } from "./principal";
import { problem } from "./problem";
import { installProblems, refuse } from "./problem_reply";
import type { Bearer } from "./route";
import { compileValidator } from "./validator";

export interface ServerOptions {
  /** Requests a minute of one user, or of one address without one. */
  rate_limit_per_min: number;
  log_level: string;
  /** A proxy in front of the studio names the client's address. */
  trust_proxy: boolean;
  /** Who may read /metrics; without it only this machine may. */
  metrics_token?: string;
}

const MAX_BODY_BYTES = 1024 * 1024;

/** The HTTP server without routes of its own but health, metrics and the OpenAPI document. */
export async function createApp(services: Services, options: ServerOptions): Promise<App> {
  const fastify = Fastify({
    logger: {
      level: options.log_level,
      stream: process.stderr,
      // Requests are logged by route, without query or headers: nothing secret can get in.
      // Errors of the database carry the values of the statement: only what says where and why is kept.
      serializers: {
        err: ({ name, code, message, stack }) => ({ type: name, code, message, stack: stack ?? "" }),
        req: (request) => ({ method: request.method, route: request.routeOptions?.url ?? "unknown" }),
      },
    },
    bodyLimit: MAX_BODY_BYTES,
    genReqId: () => uuid(),
    // One hop: what the header says of those before it was written by the client.
    trustProxy: options.trust_proxy ? (_address, hop) => hop === 0 : false,
    routerOptions: { maxParamLength: 300 },
    requestTimeout: 60_000,
    forceCloseConnections: "idle",
    // Told by ourselves, as every fault is.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      markAnswer(request, reply);
      refuse(error, request, reply);
    },
  });
  const app: App = { fastify, services, routes: [], webhooks: {} };
  fastify.setValidatorCompiler(compileValidator);
  installProblems(app);
  fastify.removeContentTypeParser("text/plain");
  takeJson(app);
  fastify.decorateRequest("bearer", null);
  let closing = false;
  fastify.addHook("preClose", async () => {
    closing = true;
  });
  fastify.addHook("onRequest", async (request, reply) => {
    markAnswer(request, reply);
    if (closing) throw problem("SHUTTING_DOWN");
    (request as FastifyRequest & { bearer: Bearer }).bearer = await bearerOf(services, request);
  });
  await fastify.register(rateLimit, {
    max: options.rate_limit_per_min,
    timeWindow: 60_000,
    keyGenerator: (request) => (request as FastifyRequest & { bearer: Bearer }).bearer?.claims?.user_id ?? request.ip,
    allowList: (request) => request.routeOptions.url === "/health" || request.routeOptions.url === "/ready",
    errorResponseBuilder: (_request, context) =>
      problem("RATE_LIMITED", { detail: `Try again in ${Math.ceil(context.ttl / 1000)} s` }),
  });
  await installOpenApi(app);
  installMetrics(app, options.metrics_token);
  return app;
}

/** What every answer carries. Nothing here is a page: should a browser show an answer, it must not take it for one. */
const ALWAYS = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
};

function markAnswer(request: FastifyRequest, reply: FastifyReply): void {
  reply.header("x-request-id", request.id).headers(ALWAYS);
}

async function bearerOf(services: Services, request: FastifyRequest): Promise<Bearer> {
  const match = /^Bearer +([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? "");
  if (match === null) return { claims: null, fault: null };
  try {
    return { claims: await services.authenticator.verify(match[1]!), fault: null };
  } catch (error) {
    return { claims: null, fault: error as Error };
  }
}

/** Arrays and objects inside each other in a body. */
const MAX_BODY_DEPTH = 64;

/** A client that always says `application/json` may still send no body. What cannot be kept is refused here, once for all routes. */
function takeJson({ fastify }: App): void {
  const parse = fastify.getDefaultJsonParser("error", "error");
  fastify.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    parse(request, body as string, (error, value) => {
      const [fault] = error === null ? jsonFaults(value, MAX_BODY_DEPTH) : [];
      if (fault === undefined) return done(error, value);
      const why = fault.kind === "too_deep" ? "is nested too deep" : "holds a NUL or half a character";
      done(problem("INVALID_JSON", { detail: `The body ${why}`, findings: [findingAt(fault.keys, why)] }));
    });
  });
}

const findingAt = (keys: readonly (string | number)[], message: string) => ({
  nodeId: null,
  path: pointer(keys),
  message,
});
