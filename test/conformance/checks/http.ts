/** Manners of both servers: unknown paths and methods, HEAD, foreign origins. */
import assert from "node:assert/strict";
import { assertRefused, type Check, request } from "../context";

export const checks: Check[] = [
  {
    name: "an unknown path is 404 with a JSON error, on both servers",
    async run({ base, stream }) {
      await assertRefused(await request(`${base}/api/nothing`), 404);
      await assertRefused(await request(`${stream}/nothing`), 404);
      await assertRefused(await request(`${base}/api/../api/status/..%2f`), 404);
    },
  },
  {
    name: "a method that a path does not have is 405 with Allow",
    async run({ base }) {
      const response = await request(`${base}/api/status`, { method: "DELETE" });
      assert.match(response.headers.get("allow") ?? "", /GET/);
      await assertRefused(response, 405);
    },
  },
  {
    name: "HEAD answers like GET without a body",
    async run({ base }) {
      const response = await request(`${base}/api/settings`, { method: "HEAD" });
      assert.equal(response.status, 200);
      assert.ok(Number(response.headers.get("content-length")) > 0);
      assert.equal(await response.text(), "");
    },
  },
  {
    name: "a POST from a foreign page is 403",
    async run({ base }) {
      const init = { method: "POST", headers: { origin: "http://evil.example" } };
      await assertRefused(await request(`${base}/api/settings?muted=1`, init), 403);
    },
  },
];
