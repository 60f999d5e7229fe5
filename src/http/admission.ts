import { HttpError } from "./error";
import { isLocalName, isSameOrigin } from "./origin";
import type { Request } from "./request";
import { errorResponse, type Response } from "./response";
import type { Route, Router } from "./router";

const METHODS = "GET HEAD POST PUT PATCH DELETE OPTIONS TRACE".split(" ");

/** The route of a request whose head is complete, or the answer that refuses it before its body is read. */
export function admit(router: Router, request: Request): Route | Response {
  const { method, path, content_length } = request;
  if (!METHODS.includes(method)) return refusal(501, "this method is not implemented");
  // There is no log-in: a page that gives its own name to our address must get neither picture nor settings.
  if (!isLocalName(request.host))
    return refusal(403, "ask by address: requests for public names are not answered here");
  const found = router.find(method, path);
  if (found === null) return refusal(404, "there is nothing at this path");
  if (typeof found === "string") return methodRefusal(found);
  if (method === "POST" && !mayWrite(request)) return refusal(403, "a page of another origin may not change this unit");
  const body_bytes = found.body_bytes ?? 0;
  if (content_length === null && body_bytes > 0 && !found.length_optional)
    return refusal(411, "send the length of the body in Content-Length");
  if ((content_length ?? 0) > body_bytes)
    return refusal(
      found.too_large ?? 413,
      body_bytes > 0 ? `the body is longer than ${body_bytes} bytes` : "no body is taken here",
    );
  return found;
}

/** There is no log-in, so a foreign page must not write; programs other than browsers send no Origin. */
function mayWrite({ headers, host }: Request): boolean {
  return headers.origin === undefined || isSameOrigin(headers.origin, host);
}

const refusal = (status: number, message: string) => errorResponse(new HttpError(status, message));

function methodRefusal(allow: string): Response {
  const response = refusal(405, `this path takes ${allow}`);
  return { ...response, headers: { ...response.headers, Allow: allow } };
}
