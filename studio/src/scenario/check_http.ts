/** Requests to web services and targets of transfers. */
import type { HttpRequest } from "./definition_parts";
import type { Findings, Keys } from "./findings";

/** Headers that belong to the connection, which is not the scenario's. */
const RESERVED = new Set(
  "host content-length transfer-encoding connection keep-alive upgrade te trailer expect proxy-authorization proxy-connection".split(
    " ",
  ),
);
const PLACEHOLDER = /\{\{[^{}]*\}\}/g;

export function checkRequest(findings: Findings, request: HttpRequest, nodeId: string, keys: Keys): void {
  const url_fault = urlFault(request.url);
  if (url_fault) findings.add("bad_url", nodeId, [...keys, "url"], url_fault);
  const seen = new Set<string>();
  for (const name of Object.keys(request.headers ?? {})) {
    const lower = name.toLowerCase();
    if (RESERVED.has(lower))
      findings.add("bad_header", nodeId, [...keys, "headers", name], `The header "${name}" is set by the connection.`);
    if (seen.has(lower))
      findings.add(
        "bad_header",
        nodeId,
        [...keys, "headers", name],
        `The header "${name}" is there twice; letter case does not matter.`,
      );
    seen.add(lower);
  }
  if (request.body === undefined) return;
  if (request.method === "GET")
    findings.add("body_not_allowed", nodeId, [...keys, "body"], "A GET request has no body.");
  else if (isJson(request) && !parses(request.body.replace(PLACEHOLDER, "0")))
    findings.add("bad_json_body", nodeId, [...keys, "body"], "The body is sent as JSON and is none.");
}

/** What is wrong with the address of a web service, in a sentence; undefined if nothing. */
export function urlFault(url: string): string | undefined {
  const authority = /^https?:\/\/([^/?#\\]*)/i.exec(url)?.[1];
  if (!authority) return "The URL must begin with http:// or https:// and a host.";
  if (authority.includes("{{")) return "The host must stand in the URL itself and cannot come from a variable.";
  if (authority.includes("@")) return "The URL must not hold a user name or password; send a header.";
  if (/[\s\\]/.test(url.replace(PLACEHOLDER, "x"))) return "The URL must not hold blanks or backslashes; encode them.";
  try {
    new URL(url.replace(PLACEHOLDER, "x"));
    return undefined;
  } catch {
    return "The URL is not valid.";
  }
}

function isJson(request: HttpRequest): boolean {
  const type = Object.entries(request.headers ?? {}).find(([name]) => name.toLowerCase() === "content-type")?.[1];
  return type === undefined || /^application\/(json|[^;]+\+json)\s*(;|$)/i.test(type);
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const TARGET = /^(\+?[0-9]{1,20}|(sips?|tel):[^\s]+)$/i;

export function checkTransferTarget(findings: Findings, to: string, nodeId: string, keys: Keys): void {
  if (!to.includes("{{") && !TARGET.test(to))
    findings.add(
      "bad_transfer_target",
      nodeId,
      keys,
      `"${to.slice(0, 60)}" is no number in digits and no sip: or tel: address.`,
    );
}
