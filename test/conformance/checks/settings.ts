/** GET and POST /api/settings. Every check leaves the settings as it found them. */
import assert from "node:assert/strict";
import {
  assertDocument,
  assertRefused,
  type Check,
  type Context,
  type Document,
  eventually,
  getDocument,
  postDocument,
  request,
} from "../context";

const url = ({ base }: Context, query = "") => `${base}/api/settings${query}`;

/** Runs `body` and puts the settings back, whatever happens. */
async function restoring(context: Context, body: (before: Document) => Promise<void>): Promise<void> {
  const before = await getDocument(url(context));
  try {
    await body(before);
  } finally {
    const { quality, fps, muted, lang } = before;
    await postDocument(url(context, `?quality=${quality}&fps=${fps}&muted=${muted ? 1 : 0}&lang=${lang}`));
  }
}

export const checks: Check[] = [
  {
    name: "settings hold quality, fps, muted and lang",
    async run(context) {
      const settings = await getDocument(url(context));
      assert.deepEqual(Object.keys(settings), ["quality", "fps", "muted", "lang"]);
      assert.deepEqual(
        Object.values(settings).map((v) => typeof v),
        ["number", "number", "boolean", "string"],
      );
    },
  },
  {
    name: "numbers out of range are clamped, not rejected",
    run: (context) =>
      restoring(context, async () => {
        assert.equal((await postDocument(url(context, "?quality=1"))).quality, 10);
        assert.equal((await postDocument(url(context, "?quality=1000"))).quality, 95);
        assert.equal((await postDocument(url(context, "?fps=-3"))).fps, 1);
      }),
  },
  {
    name: "fps is capped at 20 and at the detection loop's own rate",
    run: (context) =>
      restoring(context, async () => {
        const loop = await eventually("a measured frame rate", 5000, async () => {
          const { fps } = await getDocument(`${context.base}/api/status`);
          return fps > 0 ? (fps as number) : null;
        });
        const { fps } = await postDocument(url(context, "?fps=500"));
        assert.ok(fps <= 20 && fps >= 1);
        assert.ok(fps <= Math.max(1, loop + 5), `fps ${fps} at a loop of ${loop}`);
      }),
  },
  {
    name: "absent parameters are unchanged, and the answer is what holds",
    run: (context) =>
      restoring(context, async (before) => {
        const answer = await postDocument(url(context, "?quality=42"));
        assertDocument(answer, { ...before, quality: 42 });
        assertDocument(await getDocument(url(context)), answer);
        assert.equal((await getDocument(`${context.base}/api/status`)).stream.quality, 42);
      }),
  },
  {
    name: "muted and lang are seen in status",
    run: (context) =>
      restoring(context, async () => {
        await postDocument(url(context, "?muted=1&lang=km"));
        const { alert } = await getDocument(`${context.base}/api/status`);
        assert.deepEqual([alert.muted, alert.lang], [true, "km"]);
        await postDocument(url(context, "?muted=0&lang=en"));
      }),
  },
  {
    name: "a language other than en or km is 400 and changes nothing",
    run: (context) =>
      restoring(context, async (before) => {
        await assertRefused(await request(url(context, "?quality=33&lang=fr"), { method: "POST" }), 400, "lang");
        assertDocument(await getDocument(url(context)), before);
      }),
  },
  {
    name: "a number that is none is 400 and names the field",
    async run(context) {
      await assertRefused(await request(url(context, "?fps=quick"), { method: "POST" }), 400, "fps");
    },
  },
];
