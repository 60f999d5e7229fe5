/** The stream server: /stream and /frame on the second port. */
import assert from "node:assert/strict";
import { connect } from "node:net";
import { type Check, type Context, eventually, getDocument, jpegSize, request } from "../context";

/** Reads a multipart stream until it held `parts` whole JPEGs; gives them. */
async function watch(context: Context, parts: number): Promise<Uint8Array[]> {
  const abort = new AbortController();
  const limit = setTimeout(() => abort.abort(), 20_000);
  try {
    const response = await fetch(`${context.stream}/stream`, { signal: abort.signal });
    assert.equal(response.status, 200);
    const type = response.headers.get("content-type") ?? "";
    const boundary = /^multipart\/x-mixed-replace;\s*boundary=(\S+)$/.exec(type)?.[1];
    assert.ok(boundary, type);
    let held = Buffer.alloc(0);
    const found: Uint8Array[] = [];
    for await (const chunk of response.body!) {
      held = Buffer.concat([held, chunk]);
      for (;;) {
        const end_of_head = held.indexOf("\r\n\r\n");
        if (end_of_head < 0) break;
        const head = held.subarray(0, end_of_head).toString("latin1");
        assert.ok(head.includes(`--${boundary}`), head);
        assert.match(head, /content-type: image\/jpeg/i);
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
        const start = end_of_head + 4;
        if (held.length < start + length) break;
        found.push(new Uint8Array(held.subarray(start, start + length)));
        held = held.subarray(start + length);
        if (found.length === parts) return found;
      }
    }
    throw new assert.AssertionError({ message: `the stream ended after ${found.length} pictures` });
  } finally {
    clearTimeout(limit);
    abort.abort();
  }
}

const viewers = async ({ base }: Context) => (await getDocument(`${base}/api/status`)).stream.viewers as number;

export const checks: Check[] = [
  {
    name: "the stream sends whole JPEGs of the preview",
    async run(context) {
      for (const jpeg of await watch(context, 5)) assert.deepEqual(jpegSize(jpeg), { w: 240, h: 240 });
    },
  },
  {
    name: "a viewer that stops reading holds up neither another viewer nor the status",
    async run(context) {
      const { hostname, port } = new URL(context.stream);
      const stuck = connect({ host: hostname, port: Number(port || 80) });
      stuck.on("error", () => {});
      stuck.pause();
      stuck.write(`GET /stream HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
      try {
        await eventually("the stuck viewer is attached", 5000, async () =>
          (await viewers(context)) >= 1 ? true : null,
        );
        for (const jpeg of await watch(context, 40)) jpegSize(jpeg);
        assert.ok((await viewers(context)) >= 1);
      } finally {
        stuck.destroy();
      }
    },
  },
  {
    name: "status names the stream's port",
    async run(context) {
      const { port } = (await getDocument(`${context.base}/api/status`)).stream;
      assert.equal(String(port), new URL(context.stream).port || "80");
    },
  },
  {
    name: "a viewer is counted while it watches and forgotten when it leaves",
    async run(context) {
      const before = await viewers(context);
      const abort = new AbortController();
      const response = await fetch(`${context.stream}/stream`, { signal: abort.signal });
      assert.equal(response.status, 200);
      await eventually("one viewer more", 5000, async () => ((await viewers(context)) === before + 1 ? true : null));
      abort.abort();
      await eventually("the viewer is gone", 5000, async () => ((await viewers(context)) === before ? true : null));
    },
  },
  {
    name: "the page of the control port may show the picture, and no foreign page may read it",
    async run({ stream }) {
      const { headers } = await request(`${stream}/frame`, { headers: { origin: "http://evil.example" } });
      assert.equal(headers.get("access-control-allow-origin"), null);
      assert.ok(["cross-origin", null].includes(headers.get("cross-origin-resource-policy")));
    },
  },
  {
    name: "a single frame is one JPEG",
    async run({ stream }) {
      const response = await request(`${stream}/frame`);
      assert.equal(response.status, 200);
      assert.equal(response.headers.get("content-type"), "image/jpeg");
      assert.deepEqual(jpegSize(new Uint8Array(await response.arrayBuffer())), { w: 240, h: 240 });
    },
  },
];
