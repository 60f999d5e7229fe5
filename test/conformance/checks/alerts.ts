/** POST /api/alert-test, GET /api/events, GET /api/event. Deletes nothing: the captures of the unit are its owner's. */
import assert from "node:assert/strict";
import {
  assertDocument,
  assertRefused,
  type Check,
  type Document,
  getDocument,
  jpegSize,
  postDocument,
  request,
} from "../context";

const TOKENS = ["drowsy", "microsleep", "yawning", "head_nod", "no_driver"];
const EVENT_FIELDS = ["id", "uptime_ms", "size", "risk", "perclos", "reason"];

const post = (url: string) => request(url, { method: "POST" });
const alertTest = (base: string, reason: string): Promise<Document> =>
  postDocument(`${base}/api/alert-test?reason=${reason}`);

/** Runs `action` under these settings and puts back those that were in force. */
async function withSettings(base: string, query: string, action: () => Promise<void>): Promise<void> {
  const { muted, lang } = await getDocument(`${base}/api/settings`);
  await postDocument(`${base}/api/settings?${query}`);
  try {
    await action();
  } finally {
    await postDocument(`${base}/api/settings?muted=${muted ? 1 : 0}&lang=${lang}`);
  }
}

export const checks: Check[] = [
  {
    name: "alert-test answers for every reason, from a clip and never with the tone",
    async run({ base }) {
      for (const [number, token] of TOKENS.entries()) {
        const answer = await alertTest(base, `${number}`);
        assertDocument(Object.keys(answer), ["played", "text", "reason", "lang", "source"]);
        assert.equal(typeof answer.played, "boolean");
        assert.equal(answer.reason, token);
        assert.ok(["sdcard", "embedded"].includes(answer.source), answer.source);
        assert.ok(answer.text.length > 0);
      }
    },
  },
  {
    name: "alert-test clamps reasons that are out of range, however far",
    async run({ base }) {
      for (const reason of ["5", "99", "4294967296", "9".repeat(40)]) {
        assert.equal((await alertTest(base, reason)).reason, "no_driver", reason);
      }
      for (const reason of ["-1", `-${"9".repeat(40)}`]) {
        assert.equal((await alertTest(base, reason)).reason, "drowsy", reason);
      }
    },
  },
  {
    name: "alert-test without a whole number is 400 and names the field",
    async run({ base }) {
      for (const query of ["", "?reason=", "?reason=drowsy", "?reason=1.5"]) {
        await assertRefused(await post(`${base}/api/alert-test${query}`), 400, "reason");
      }
      const wrong = await request(`${base}/api/alert-test?reason=0`);
      assert.equal(wrong.status, 405);
      assert.equal(wrong.headers.get("allow"), "POST");
    },
  },
  {
    name: "alert-test speaks the language in force, and is not played while muted",
    async run({ base }) {
      await withSettings(base, "lang=km&muted=1", async () => {
        const khmer = await alertTest(base, "1");
        assert.equal(khmer.lang, "km");
        assert.equal(khmer.played, false);
        assert.match(khmer.text, /[\u1780-\u17ff]/);
      });
      await withSettings(base, "lang=en", async () => {
        assert.match((await alertTest(base, "1")).text, /^[\x20-\x7e]+$/);
      });
    },
  },
  {
    name: "alert-test is no alert: nothing is counted and nothing captured",
    async run({ base }) {
      const before = await getDocument(`${base}/api/status`);
      await alertTest(base, "3");
      const after = await getDocument(`${base}/api/status`);
      assert.equal(after.alert.counts.head_nod, before.alert.counts.head_nod);
      assert.ok(after.card.stored - before.card.stored <= after.alert.count - before.alert.count);
    },
  },
  {
    name: "status says where each clip comes from",
    async run({ base }) {
      const { clips } = (await getDocument(`${base}/api/status`)).alert;
      for (const lang of ["en", "km"]) {
        assertDocument(Object.keys(clips[lang]), TOKENS);
        for (const token of TOKENS) assert.ok(["sdcard", "embedded"].includes(clips[lang][token]), `${lang} ${token}`);
      }
    },
  },
  {
    name: "events is the document, newest first, and agrees with the status",
    async run({ base }) {
      const index = await getDocument(`${base}/api/events`);
      assertDocument(Object.keys(index), ["card", "total", "skip", "stored", "dropped", "events"]);
      assertDocument(Object.keys(index.card), ["mounted", "name", "total", "free", "error"]);
      assert.equal(index.skip, 0);
      assert.ok(index.events.length <= Math.min(24, index.total));
      for (const event of index.events) {
        assertDocument(Object.keys(event), EVENT_FIELDS);
        assert.match(event.id, /^\d+$/);
        assert.ok(TOKENS.includes(event.reason), event.reason);
        assert.ok(event.risk >= 0 && event.risk <= 1 && event.perclos >= 0 && event.perclos <= 1);
      }
      const ids = index.events.map(({ id }: Document) => Number(id));
      assertDocument(
        ids,
        [...ids].sort((a, b) => b - a),
      );
      const { card } = await getDocument(`${base}/api/status`);
      assert.equal(card.mounted, index.card.mounted);
      assert.ok(card.events >= index.total && card.stored >= index.stored);
    },
  },
  {
    name: "events clamps skip and limit, and refuses what is no whole number",
    async run({ base }) {
      for (const [limit, most] of [
        ["0", 1],
        ["-5", 1],
        ["1", 1],
        ["48", 48],
        ["49", 48],
        ["9".repeat(30), 48],
      ] as const) {
        assert.ok((await getDocument(`${base}/api/events?limit=${limit}`)).events.length <= most, limit);
      }
      assert.equal((await getDocument(`${base}/api/events?skip=-3`)).skip, 0);
      const beyond = await getDocument(`${base}/api/events?skip=100000000`);
      assert.equal(beyond.skip, 100_000_000);
      assertDocument(beyond.events, []);
      for (const [query, field] of [
        ["skip=x", "skip"],
        ["skip=", "skip"],
        ["limit=1.5", "limit"],
        ["limit=all", "limit"],
      ] as const) {
        await assertRefused(await request(`${base}/api/events?${query}`), 400, field);
      }
    },
  },
  {
    name: "every listed event opens as the JPEG of the size that is listed",
    async run({ base }) {
      for (const { id, size } of (await getDocument(`${base}/api/events?limit=48`)).events) {
        const response = await request(`${base}/api/event?id=${id}`);
        assert.equal(response.status, 200);
        assert.equal(response.headers.get("content-type"), "image/jpeg");
        const bytes = new Uint8Array(await response.arrayBuffer());
        assert.equal(bytes.length, size);
        assertDocument(jpegSize(bytes), { w: 240, h: 240 });
      }
    },
  },
  {
    name: "event without an id is 400, with an id of no capture 404",
    async run({ base }) {
      for (const query of ["", "?id=", "?other=1"])
        await assertRefused(await request(`${base}/api/event${query}`), 400, "id");
      const odd = [
        "99999999",
        "0",
        "x",
        "..",
        "../",
        "..%2F..%2Fstore",
        "00000000.JPG",
        "-1",
        "1%00",
        "%2B1",
        "1e3",
        "%EF%BC%91",
      ];
      for (const id of [...odd, "9".repeat(500)]) {
        await assertRefused(await request(`${base}/api/event?id=${id}`), 404);
      }
    },
  },
];
