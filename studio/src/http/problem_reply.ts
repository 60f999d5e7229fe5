import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import type { App } from "./app";
import { Problem, problem } from "./problem";
import { RequestFault } from "./validator";

/** Turns everything that can be thrown into one kind of answer. What we did not expect is logged whole and told to nobody. */
export function installProblems(app: App): void {
  app.fastify.setErrorHandler((error: FastifyError | Problem | RequestFault, request, reply) =>
    send(reply, request, problemOf(error, request)),
  );
  app.fastify.setNotFoundHandler((request, reply) => send(reply, request, missing(app, request)));
}

/** Answers a request that never came to a route, such as one whose path cannot be read. */
export function refuse(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  send(reply, request, problemOf(error, request));
}

function send(reply: FastifyReply, request: FastifyRequest, answer: Problem): FastifyReply {
  for (const [name, value] of Object.entries(answer.options.headers ?? {})) reply.header(name, value);
  // Sent as text: a route's schema describes its successes only.
  return reply
    .code(answer.status)
    .type("application/problem+json")
    .serializer((document: unknown) => JSON.stringify(document))
    .send(answer.document(request.id));
}

function problemOf(error: FastifyError | Problem | RequestFault, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof RequestFault) {
    if (error.part === "params") return problem("NOT_FOUND");
    return problem("VALIDATION_FAILED", {
      detail: `The ${error.part === "querystring" ? "query" : error.part} is not of the form that is taken here`,
      findings: error.findings,
    });
  }
  const code = (error as FastifyError).code ?? "";
  const status = (error as FastifyError).statusCode ?? 500;
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") return problem("UNSUPPORTED_MEDIA_TYPE");
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE" || status === 413) return problem("PAYLOAD_TOO_LARGE");
  if (code === "FST_ERR_BAD_URL") return problem("NOT_FOUND");
  if (status === 400) return problem("INVALID_JSON", { detail: (error as Error).message });
  request.log.error({ err: error }, "request failed");
  return problem("INTERNAL", { detail: `Quote the request id ${request.id} to the operator` });
}

/** A known path with another method is 405 and says which methods it has. */
function missing(app: App, request: FastifyRequest): Problem {
  const path = request.url.split("?")[0]!;
  const methods = app.routes.filter((known) => matches(known.path, path)).map((known) => known.method);
  if (methods.length === 0) return problem("NOT_FOUND");
  if (methods.includes("GET")) methods.push("HEAD");
  return problem("METHOD_NOT_ALLOWED", { headers: { allow: [...new Set(methods)].sort().join(", ") } });
}

function matches(pattern: string, path: string): boolean {
  const want = pattern.split("/");
  const have = path.split("/");
  return (
    want.length === have.length && want.every((part, i) => (part.startsWith(":") ? have[i] !== "" : part === have[i]))
  );
}
