/** GET /api/status, /api/snapshot, / and /favicon.ico. */
import assert from "node:assert/strict";
import { assertDocument, type Check, type Document, eventually, getDocument, jpegSize, request } from "../context";

/** Every group with its fields, in the order of the document. */
const GROUPS: Record<string, string[]> = {
  ms: ["detect", "eye"],
  frame: ["w", "h"],
  face: ["found", "held", "x", "y", "w", "h", "score", "roi", "roi_w", "rejected", "reject"],
  presence: ["state", "health", "absent_s", "alert_after_s", "alerts"],
  lm: ["valid", "x", "y"],
  risk: ["score", "trigger", "streak", "required"],
  eyes: ["closed", "smooth", "shut", "perclos", "closure_s"],
  cues: ["mouth_open", "head_down", "baselines_ready", "stale", "events", "open_index", "pitch_dev"],
  rates: ["blink", "long_blink", "yawn", "nod"],
  geom: ["valid", "roll", "jaw_drop", "nose_frac", "nose_norm", "mouth_ratio", "eye_dist"],
  alert: ["active", "text", "reason", "count", "muted", "lang", "lang_stored", "counts", "clips"],
  stream: ["viewers", "quality", "fps", "port"],
  net: ["ssid", "ip", "clients", "sta", "sta_ip", "rssi", "sta_state", "sta_bars", "sta_retry_ms", "button_armed"],
  image: ["luma", "min", "max", "peak"],
  mem: ["heap", "psram"],
  card: ["mounted", "events", "free_mb", "stored"],
  mqtt: ["enabled", "state", "published", "acked", "queued", "dropped", "suppressed", "rejected", "retry_ms", "error"],
};
const TOP = ["uptime_ms", "frames", "fps", "camera", "models", "eye_model", "driver"];
const TOKENS = ["drowsy", "microsleep", "yawning", "head_nod", "no_driver"];

function assertNoHole(value: Document, path: string): void {
  assert.ok(value !== null && value !== undefined, `${path} has no value`);
  if (typeof value === "number") assert.ok(Number.isFinite(value), path);
  if (typeof value === "object") for (const key of Object.keys(value)) assertNoHole(value[key], `${path}.${key}`);
}

export const checks: Check[] = [
  {
    name: "status has every group and field of the document, in its order",
    async run({ base }) {
      const status = await getDocument(`${base}/api/status`);
      assert.deepEqual(Object.keys(status), [...TOP, ...Object.keys(GROUPS)]);
      for (const [group, fields] of Object.entries(GROUPS)) assert.deepEqual(Object.keys(status[group]), fields, group);
      assert.deepEqual(Object.keys(status.alert.counts), TOKENS);
      assert.equal(status.lm.x.length, 5);
      assert.equal(status.lm.y.length, 5);
      assertNoHole(status, "status");
    },
  },
  {
    name: "status holds the documented values and ranges",
    async run({ base }) {
      const s = await getDocument(`${base}/api/status`);
      for (const flag of ["camera", "models", "eye_model", "driver"]) assert.equal(typeof s[flag], "boolean", flag);
      assertDocument(s.frame, { w: 240, h: 240 });
      assert.ok(["warmup", "present", "absent", "no-driver", "fault"].includes(s.presence.state));
      assert.ok(["ok", "camera-fault", "model-fault"].includes(s.presence.health));
      assert.equal(s.presence.alert_after_s, 3);
      assert.equal(s.risk.trigger, 0.55);
      for (const share of [s.risk.score, s.eyes.perclos, s.eyes.closed, s.eyes.smooth])
        assert.ok(share >= 0 && share <= 1);
      assert.equal(
        s.alert.count,
        TOKENS.reduce((sum, token) => sum + s.alert.counts[token], 0),
      );
      assert.ok(["disabled", "idle", "connecting", "connected", "failed"].includes(s.net.sta_state));
      assert.ok(["disabled", "idle", "connecting", "online", "backoff", "fault"].includes(s.mqtt.state));
      assert.ok(["en", "km"].includes(s.alert.lang));
    },
  },
  {
    name: "status fits its buffer of 5376 bytes",
    async run({ base }) {
      const body = await (await request(`${base}/api/status`)).arrayBuffer();
      assert.ok(body.byteLength <= 5376, `${body.byteLength} bytes`);
    },
  },
  {
    name: "uptime and frames go on",
    async run({ base }) {
      const first = await getDocument(`${base}/api/status`);
      await eventually("more frames and a later uptime", 5000, async () => {
        const later = await getDocument(`${base}/api/status`);
        return later.uptime_ms > first.uptime_ms && (later.frames > first.frames || !later.camera) ? true : null;
      });
    },
  },
  {
    name: "snapshot is one 240x240 JPEG",
    async run({ base }) {
      const response = await request(`${base}/api/snapshot`);
      assert.equal(response.status, 200);
      assert.equal(response.headers.get("content-type"), "image/jpeg");
      assert.deepEqual(jpegSize(new Uint8Array(await response.arrayBuffer())), { w: 240, h: 240 });
    },
  },
  {
    name: "the page is served as HTML",
    async run({ base }) {
      const response = await request(`${base}/`);
      assert.equal(response.status, 200);
      assert.match(response.headers.get("content-type") ?? "", /^text\/html/);
      assert.match(await response.text(), /<title>/);
    },
  },
  {
    name: "the icon has several sizes and is cacheable for a day",
    async run({ base }) {
      const response = await request(`${base}/favicon.ico`);
      assert.equal(response.status, 200);
      assert.equal(response.headers.get("content-type"), "image/vnd.microsoft.icon");
      assert.match(response.headers.get("cache-control") ?? "", /max-age=86400/);
      const icon = new DataView(await response.arrayBuffer());
      assert.equal(icon.getUint16(2, true), 1, "an icon");
      assert.ok(icon.getUint16(4, true) >= 2, "more than one size");
    },
  },
];
