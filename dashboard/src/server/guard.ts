/** Who may ask. There is no log-in, so a page from elsewhere must not use a visitor's browser as its way in. */
import type { IncomingMessage } from "node:http";
import { isLocalName, isSameOrigin } from "../../../src/http/origin";
import { HttpError } from "./reply";

/** @throws HttpError 403 where a foreign page asks; `bound` is the address listened on */
export function assertOwn(request: IncomingMessage, bound: string): void {
  const { host = "", origin } = request.headers;
  if (!isLocalName(host) && host.toLowerCase().replace(/:\d*$/, "") !== bound.toLowerCase())
    throw new HttpError(403, `requests for ${JSON.stringify(host)} are not answered here`);
  if (request.method === "POST" && origin !== undefined && !isSameOrigin(origin, host.toLowerCase())) {
    throw new HttpError(403, "a page of another origin may not change anything");
  }
}
