/** Who may ask. There is no log-in, so a page from elsewhere must not use a visitor's browser as its way in. */
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { isSameOrigin } from "../../../src/http/origin";
import { HttpError } from "./reply";

function hostName(authority: string): string {
  return authority.startsWith("[") ? authority.slice(1, authority.indexOf("]")) : authority.replace(/:\d*$/, "");
}

/**
 * A name of the public internet that was made to point at this computer (DNS rebinding) shows in `Host`; an address, a
 * bare name and `localhost` cannot be such a name.
 */
function isOwnName(authority: string, bound: string): boolean {
  const name = hostName(authority).toLowerCase();
  return isIP(name) !== 0 || !name.includes(".") || name.endsWith(".localhost") || name === bound.toLowerCase();
}

/** @throws HttpError 403 where a foreign page asks; `bound` is the address listened on */
export function assertOwn(request: IncomingMessage, bound: string): void {
  const { host = "", origin } = request.headers;
  if (!isOwnName(host, bound)) throw new HttpError(403, `requests for ${JSON.stringify(host)} are not answered here`);
  if (request.method === "POST" && origin !== undefined && !isSameOrigin(origin, host.toLowerCase())) {
    throw new HttpError(403, "a page of another origin may not change anything");
  }
}
