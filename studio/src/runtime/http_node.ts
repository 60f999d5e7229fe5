import type { HttpNode } from "../scenario/definition_v2";
import { RUNTIME_LIMITS } from "./limits";
import { resolvePointer } from "./pointer";
import type { Run } from "./run";
import type { Effect, HttpAnswer, HttpAsk, Waiting } from "./state";
import { render, type Variables, valueFor } from "./variables";

/** Starts the request of an http node. Null: it failed at once and the next node is entered. */
export function sendHttp(run: Run, node: HttpNode): Effect | null {
  const ask = httpAsk(node, run.state.variables);
  run.state.waiting = { kind: "http", method: ask.method, url: shown(ask.url), from_ms: run.state.at_ms };
  if (run.state.http_calls >= RUNTIME_LIMITS.http_calls) {
    const error = `a call may make ${RUNTIME_LIMITS.http_calls} requests, not more`;
    return onHttpAnswered(run, run.state.waiting, { status: null, error }, run.state.at_ms);
  }
  run.state.http_calls++;
  return { kind: "http", ask };
}

/** What a web service answered. Null: the next node is entered. */
export function onHttpAnswered(
  run: Run,
  waiting: Extract<Waiting, { kind: "http" }>,
  answer: HttpAnswer,
  at_ms: number,
): Effect | null {
  run.state.waiting = null;
  const node = run.node();
  if (node?.type !== "http") return run.fault(`node "${run.frame.node_id}" asks no web service`);
  const { method, url } = waiting;
  const error = faultOf(answer, node.save.length > 0);
  run.emit({ kind: "http_called", method, url, to_ms: Math.max(at_ms, run.state.at_ms), status: answer.status, error });
  run.reach(at_ms);
  const over = run.overtime();
  if (over !== null) return over;
  if (error !== null) {
    run.state.failure = "http_failed";
    return run.enter(node.on_error, "on_error", node.id);
  }
  if (run.state.failure === "http_failed") run.state.failure = null;
  for (const { variable, pointer } of node.save)
    run.set(variable, valueFor(run.program.variables, variable, resolvePointer(answer.json, pointer)));
  return run.enter(node.next, "next", node.id);
}

/** The request with the values put in, escaped for where they stand. */
export function httpAsk(node: HttpNode, values: Variables): HttpAsk {
  const { method, url, headers = {}, body } = node.request;
  const fields = Object.fromEntries(
    // A value must not be able to begin a header of its own.
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), render(value, values, oneLine)]),
  );
  if (body !== undefined) fields["content-type"] ??= "application/json";
  const json = /[/+]json\b/i.test(fields["content-type"] ?? "");
  return {
    method,
    url: render(url, values, encodeURIComponentSafely),
    headers: fields,
    body: body === undefined ? null : render(body, values, json ? insideJson : (text) => text),
    timeout_ms: Math.round(node.timeout_s * 1000),
  };
}

function faultOf(answer: HttpAnswer, needs_json: boolean): string | null {
  if (answer.error !== null) return answer.error;
  if (answer.status === null || answer.status < 200 || answer.status > 299) return `status ${answer.status}`;
  return needs_json && answer.json === undefined ? "the answer is not JSON" : null;
}

/** Without query and fragment: they may hold what the caller said. */
function shown(url: string): string {
  return url.replace(/[?#].*$/s, "");
}

function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return text.replace(/[\u0000-\u001f\u007f]+/g, " ");
}

/** A lone half of a surrogate pair would make encodeURIComponent throw. */
function encodeURIComponentSafely(text: string): string {
  return encodeURIComponent(
    text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd"),
  );
}

function insideJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
