/** Small helpers of the tests that ask a running dashboard. */
import { get, type IncomingMessage } from "node:http";

// biome-ignore lint/suspicious/noExplicitAny: documents of a running program, checked field by field
export type Document = any;

export async function getState(base: string): Promise<Document> {
  const response = await fetch(`${base}/state`);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/json");
  return response.json();
}

export function post(base: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return fetch(`${base}${path}`, { method: "POST", headers, ...(body === undefined ? {} : { body: text }) });
}

/** Polls the state until `holds`; fails after `limit_ms` with the last state. */
export async function eventually(
  base: string,
  what: string,
  holds: (state: Document) => boolean,
  limit_ms = 30_000,
): Promise<Document> {
  const end = Date.now() + limit_ms;
  for (;;) {
    const state = await getState(base);
    if (holds(state)) return state;
    if (Date.now() > end) {
      const { state: top, presence, streak, alert_counts, warning, error, frames } = state;
      const last = JSON.stringify({ top, presence, streak, alert_counts, warning, error, frames });
      throw new Error(`not within ${limit_ms} ms: ${what}; last ${last}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

export interface Parts {
  readonly type: string;
  readonly jpegs: readonly Buffer[];
}

/** Reads the first `count` parts of an MJPEG stream as a strict client does: boundary, headers, that many bytes. */
export function readParts(url: string, boundary: string, count: number): Promise<Parts> {
  return new Promise((done, refuse) => {
    get(url, { agent: false }, (response: IncomingMessage) => {
      const jpegs: Buffer[] = [];
      let rest = Buffer.alloc(0);
      response.on("error", refuse);
      response.on("data", (chunk: Buffer) => {
        rest = Buffer.concat([rest, chunk]);
        for (;;) {
          const head = /^--(\S+)\r\nContent-Type: image\/jpeg\r\nContent-Length: (\d+)\r\n\r\n/.exec(
            rest.toString("latin1", 0, 200),
          );
          if (!head) return;
          const [start, size] = [head[0].length, Number(head[2])];
          if (rest.length < start + size + 2) return;
          if (head[1] !== boundary) refuse(new Error(`boundary ${head[1]}`));
          jpegs.push(rest.subarray(start, start + size));
          rest = rest.subarray(start + size + 2);
          if (jpegs.length < count) continue;
          response.removeAllListeners("error");
          response.on("error", () => {});
          response.destroy();
          done({ type: response.headers["content-type"] ?? "", jpegs });
          return;
        }
      });
    }).on("error", refuse);
  });
}
