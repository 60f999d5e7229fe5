/**
 * The one HTTP client for URLs that tenants name. It reaches public addresses only (or ranges the operator allowed), checks
 * the address it really connects to, follows no redirect, and bounds time and size of every exchange.
 */
import * as http from "node:http";
import * as https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { type AddressPolicy, refusal } from "./address";
import { exchange, type GuardedRequest, type GuardedResponse, refused } from "./exchange";
import { explain, RequestFailed, StaleConnection } from "./failure";
import { type Resolve, systemResolver } from "./resolver";

export type { GuardedRequest, GuardedResponse } from "./exchange";
export { type FailureCode, RequestFailed } from "./failure";

export interface ClientOptions {
  readonly policy: AddressPolicy;
  readonly resolve?: Resolve;
  /** Connections kept open for the next request to the same host; 0 closes each after use. */
  readonly idle_sockets?: number;
}

const IDLE_MS = 4_000;

export class GuardedClient {
  private readonly resolve: Resolve;
  private readonly policy: AddressPolicy;
  private readonly agents: { readonly "http:": http.Agent; readonly "https:": https.Agent };

  constructor(options: ClientOptions) {
    this.policy = options.policy;
    this.resolve = options.resolve ?? systemResolver();
    const idle = options.idle_sockets ?? 0;
    const agent = { keepAlive: idle > 0, maxFreeSockets: idle, timeout: IDLE_MS, lookup: this.lookup };
    this.agents = { "http:": new http.Agent(agent), "https:": new https.Agent(agent) };
  }

  /** One exchange. A redirect is an answer like any other. @throws RequestFailed where no answer came */
  async request(asked: GuardedRequest): Promise<GuardedResponse> {
    const started = performance.now();
    try {
      const url = parseTarget(asked.url);
      const literal = url.hostname.replace(/^\[|\]$/g, "");
      // A URL with an address in it needs no look-up, so the look-up's check never runs.
      const reason = isIP(literal) === 0 ? null : refusal(literal, this.policy);
      if (reason !== null) throw refused(reason);
      const agent = this.agents[url.protocol as "http:" | "https:"];
      const once = () => exchange(url, asked, agent, this.policy, started);
      return await once().catch((error) => {
        if (error instanceof StaleConnection) return once();
        throw error;
      });
    } catch (error) {
      throw explain(error, Math.round(performance.now() - started));
    }
  }

  /** Closes kept connections. */
  close(): void {
    this.agents["http:"].destroy();
    this.agents["https:"].destroy();
  }

  private readonly lookup: LookupFunction = (hostname, options, callback) => {
    const fail = (error: RequestFailed) => callback(error as NodeJS.ErrnoException, "", 4);
    this.resolve(hostname).then(
      (found) => {
        const usable = found.filter(({ address }) => refusal(address, this.policy) === null);
        const first = usable[0];
        if (first === undefined) fail(refused(refusal(found[0]?.address ?? "", this.policy) ?? "no address"));
        else if (options.all === true) callback(null, usable);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) =>
        fail(new RequestFailed("DNS", `the name was not found (${error.code ?? "no answer"})`)),
    );
  };
}

/** A URL that this client can ask. @throws RequestFailed BAD_REQUEST with what is wrong */
export function parseTarget(text: string): URL {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new RequestFailed("BAD_REQUEST", "this is not a URL");
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new RequestFailed("BAD_REQUEST", "the URL must begin with https:// or http://");
  }
  if (url.username !== "" || url.password !== "") {
    throw new RequestFailed("BAD_REQUEST", "the URL must not hold a user name or password");
  }
  return url;
}
