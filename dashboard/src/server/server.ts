/** The HTTP server: method and path to a handler, and one way to say no. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { assertOwn } from "./guard";
import { HttpError, sendError } from "./reply";

export type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

export interface Resource {
  readonly GET?: Handler;
  readonly POST?: Handler;
}

/** By path. */
export type Routes = ReadonlyMap<string, Resource>;

const HEAD_MS = 10_000;
const REQUEST_MS = 60_000;

function find(routes: Routes, request: IncomingMessage): Handler {
  const path = (request.url ?? "/").split("?")[0]!;
  const resource = routes.get(path);
  if (!resource) throw new HttpError(404, `there is no ${path}`);
  const method = request.method === "HEAD" ? "GET" : request.method;
  const handler = method === "GET" || method === "POST" ? resource[method] : undefined;
  if (handler) return handler;
  const allow = [resource.GET && "GET, HEAD", resource.POST && "POST"].filter(Boolean).join(", ");
  throw new HttpError(405, `${path} does not take ${request.method}`, null, { Allow: allow });
}

/** A server of `routes`, not listening yet. `host` is the address it will be bound to. */
export function makeServer(routes: Routes, host: string, log: (line: string) => void): Server {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    try {
      assertOwn(request, host);
      await find(routes, request)(request, response);
    } catch (error) {
      if (response.headersSent || response.destroyed) {
        response.destroy();
      } else if (error instanceof HttpError) {
        sendError(response, error);
      } else {
        log(`${request.method} ${request.url}: ${(error as Error).stack ?? error}`);
        sendError(response, new HttpError(500, "something went wrong here; the log has it"));
      }
    }
  };
  return createServer(
    { headersTimeout: HEAD_MS, requestTimeout: REQUEST_MS, connectionsCheckingInterval: 5000 },
    (request, response) => void answer(request, response),
  );
}

/** Binds. Rejects with one line that names the flags. */
export function listen(server: Server, port: number, host: string): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const taken = error.code === "EADDRINUSE" ? "the port is taken" : `cannot listen (${error.code})`;
      reject(new Error(`--port ${port} --host ${host}: ${taken}`));
    });
    server.listen(port, host, () => resolve(server.address() as AddressInfo));
  });
}
