import { BODY_BYTES_MAX } from "./limits";
import type { Request } from "./request";
import type { Response } from "./response";

/** Answers one request. What it throws as HttpError is sent as such; anything else becomes 500 and is reported. */
export type Handler = (request: Request) => Response | Promise<Response>;

export interface Route {
  /** GET answers HEAD too. */
  readonly method: "GET" | "POST";
  /** Exact path, without query. */
  readonly path: string;
  readonly handler: Handler;
  /** Longest body in bytes; 0 where absent. */
  readonly body_bytes?: number;
  /** Status for a longer body; 413 where absent. */
  readonly too_large?: 400 | 413;
  /** A request without Content-Length has an empty body; where absent that is 411 on a route that takes one. */
  readonly length_optional?: boolean;
}

interface Resource {
  readonly GET?: Route;
  readonly POST?: Route;
}

/** Routes by exact path. */
export class Router {
  readonly #resources = new Map<string, Resource>();

  /** Throws RangeError for a route that is there twice or takes more than any body may have. */
  constructor(routes: readonly Route[]) {
    for (const route of routes) {
      const before = this.#resources.get(route.path);
      if (before?.[route.method]) throw new RangeError(`${route.method} ${route.path} is routed twice`);
      if ((route.body_bytes ?? 0) > BODY_BYTES_MAX) throw new RangeError(`the body limit of ${route.path} is too high`);
      this.#resources.set(route.path, { ...before, [route.method]: route });
    }
  }

  /** The route of a request; the methods that the path has where this is none of them; null for an unknown path. */
  find(method: string, path: string): Route | string | null {
    const resource = this.#resources.get(path);
    if (!resource) return null;
    const route = method === "POST" ? resource.POST : method === "GET" || method === "HEAD" ? resource.GET : undefined;
    return route ?? [resource.GET && "GET, HEAD", resource.POST && "POST"].filter(Boolean).join(", ");
  }
}
