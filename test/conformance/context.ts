/** What a conformance check may use: nothing but the two addresses of a running unit. */
import assert from "node:assert/strict";

// biome-ignore lint/suspicious/noExplicitAny: documents of a foreign program, checked field by field
export type Document = any;

export interface Context {
  /** Control server, without a slash at the end. */
  readonly base: string;
  /** Stream server, likewise. */
  readonly stream: string;
}

export interface Check {
  readonly name: string;
  run(context: Context): Promise<void>;
}

/** No single answer of a unit may take longer. */
const ANSWER_MS = 10_000;

export function request(url: string, init: RequestInit = {}): Promise<Response> {
  return fetch(url, { redirect: "error", signal: AbortSignal.timeout(ANSWER_MS), ...init });
}

/** GET that must answer 200 with a JSON document. */
export async function getDocument(url: string): Promise<Document> {
  const response = await request(url);
  assert.equal(response.status, 200, `GET ${url}`);
  assert.match(response.headers.get("content-type") ?? "", /^application\/json/);
  return response.json();
}

export async function postDocument(url: string): Promise<Document> {
  const response = await request(url, { method: "POST" });
  assert.equal(response.status, 200, `POST ${url}`);
  return response.json();
}

/** The answer must be this status with a JSON body that holds an error text, and `field` where one is named. */
export async function assertRefused(response: Response, status: number, field?: string): Promise<void> {
  assert.equal(response.status, status, response.url);
  const body = (await response.json()) as Document;
  assert.equal(typeof body.error, "string");
  assert.notEqual(body.error, "");
  if (field !== undefined) assert.equal(body.field, field);
}

/** Equal as JSON: same fields in the same order with the same values. */
export function assertDocument(actual: Document, expected: Document): void {
  assert.equal(JSON.stringify(actual), JSON.stringify(expected));
}

/** Polls until `probe` gives a value other than null; fails after `limit_ms` with the last word of `what`. */
export async function eventually<T>(what: string, limit_ms: number, probe: () => Promise<T | null>): Promise<T> {
  const end = Date.now() + limit_ms;
  for (;;) {
    const value = await probe();
    if (value !== null) return value;
    assert.ok(Date.now() < end, `not within ${limit_ms} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Width and height of a baseline or progressive JPEG; asserts that the bytes are one. */
export function jpegSize(bytes: Uint8Array): { w: number; h: number } {
  assert.deepEqual([bytes[0], bytes[1]], [0xff, 0xd8], "starts like a JPEG");
  assert.deepEqual([bytes.at(-2), bytes.at(-1)], [0xff, 0xd9], "ends like a JPEG");
  let at = 2;
  while (at + 9 < bytes.length) {
    assert.equal(bytes[at], 0xff, "JPEG marker");
    const marker = bytes[at + 1]!;
    if (marker >= 0xc0 && marker <= 0xc2) {
      return { w: (bytes[at + 7]! << 8) | bytes[at + 8]!, h: (bytes[at + 5]! << 8) | bytes[at + 6]! };
    }
    at += 2 + ((bytes[at + 2]! << 8) | bytes[at + 3]!);
  }
  throw new assert.AssertionError({ message: "a JPEG without a frame header" });
}
