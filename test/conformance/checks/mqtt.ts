/** GET and POST /api/mqtt and /api/mqtt/test, as far as they leave the unit's broker alone. */
import assert from "node:assert/strict";
import {
  assertDocument,
  assertRefused,
  type Check,
  type Context,
  type Document,
  getDocument,
  request,
} from "../context";

const CONFIG =
  "enabled transport protocol host port ws_path client_id client_id_auto username_masked username_set password_set qos " +
  "keepalive lwt retain_status tls_insecure ca_present ca_bytes topic_mode topic uri device_id fleet_id remark topics sta " +
  "demo_broker";
const STATUS =
  "state client_up connects disconnects attempt retry_ms published acked queued capacity dropped suppressed rejected " +
  "boot_id seq last_publish_ms error";

const post = ({ base }: Context, form: string) =>
  request(`${base}/api/mqtt`, {
    method: "POST",
    body: form,
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
  });

/** Each is wrong in itself, whatever the unit's configuration is. */
const REFUSALS: readonly (readonly [form: string, field: string])[] = [
  ["enabled=2", "enabled"],
  ["transport=udp", "transport"],
  ["protocol=4", "protocol"],
  [`host=${"a".repeat(96)}`, "host"],
  ["host=a_b", "host"],
  ["host=%3A%3A1", "host"],
  ["port=0", "port"],
  ["port=65536", "port"],
  ["ws_path=mqtt", "ws_path"],
  ["transport=ws&ws_path=", "ws_path"],
  [`client_id=${"a".repeat(64)}`, "client_id"],
  ["client_id=a+b", "client_id"],
  ["qos=2", "qos"],
  ["keepalive=4", "keepalive"],
  ["keepalive=301", "keepalive"],
  ["lwt=yes", "lwt"],
  ["retain_status=2", "retain_status"],
  ["transport=tcp&tls_insecure=1", "tls_insecure"],
  ["ca_cert=x", "ca_cert"],
  ["topic_mode=both", "topic_mode"],
  ["topic_mode=manual&topic=a%2F%2B", "topic"],
  ["topic_mode=manual&topic=a%2F%23", "topic"],
  ["topic_mode=manual&topic=%24SYS", "topic"],
  ["topic_mode=manual&topic=%2Fa", "topic"],
  ["topic_mode=manual&topic=a%2F", "topic"],
  ["topic_mode=manual&topic=a%2F%2Fb", "topic"],
  [`topic_mode=manual&topic=${"a".repeat(121)}`, "topic"],
  ["device_id=A", "device_id"],
  ["device_id=-a", "device_id"],
  ["fleet_id=a%2Fb", "fleet_id"],
  [`remark=${"a".repeat(48)}`, "remark"],
  ["remark=%C3%A9", "remark"],
  ["preset=other", "preset"],
];

const unchanged = async (context: Context, body: () => Promise<void>): Promise<void> => {
  const before = (await getDocument(`${context.base}/api/mqtt`)).config;
  await body();
  assertDocument((await getDocument(`${context.base}/api/mqtt`)).config, before);
};

const document: Check = {
  name: "the MQTT document has its keys in order, its figures agree, and it holds no password",
  async run({ base }) {
    const { config, status, nvs, ...rest } = await getDocument(`${base}/api/mqtt`);
    assert.deepEqual(rest, {});
    assert.equal(Object.keys(config).join(" "), CONFIG);
    assert.equal(Object.keys(status).join(" "), STATUS);
    assert.deepEqual(Object.keys(config.topics), ["alerts", "status", "fleet_alerts", "fleet_status"]);
    assert.deepEqual(Object.keys(config.sta), ["enabled", "ssid", "password_set"]);
    assert.deepEqual(Object.keys(config.demo_broker), ["host", "tcp", "tls", "ws", "wss", "path", "public"]);
    assert.equal("password" in config || "username" in config, false);
    assert.equal(status.capacity, 16);
    assert.equal(typeof nvs, "boolean");
    assert.match(config.device_id, /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/);
  },
};

const summary: Check = {
  name: "the mqtt group of the status is a summary without host, topic or credential",
  async run({ base }) {
    const { config } = await getDocument(`${base}/api/mqtt`);
    const { mqtt } = await getDocument(`${base}/api/status`);
    const text = JSON.stringify(mqtt);
    for (const secret of [config.host, config.topics.alerts, config.device_id]) assert.ok(!text.includes(secret));
    assert.match(mqtt.error, /^([A-Z0-9_]+( \d+)?)?$/);
  },
};

const refusals: readonly Check[] = REFUSALS.map(([form, field]) => ({
  name: `POST /api/mqtt with ${form.slice(0, 50)} is 400 naming ${field}, and nothing changes`,
  run: (context) => unchanged(context, async () => assertRefused(await post(context, form), 400, field)),
}));

const bodies: readonly Check[] = [
  ["an empty body", ""],
  ["a body over 6 kB", `remark=${"x".repeat(6144)}`],
].map(([what, form]) => ({
  name: `POST /api/mqtt with ${what} is 400`,
  run: (context) => unchanged(context, async () => assertRefused(await post(context, form!), 400)),
}));

const partial: Check = {
  name: "POST /api/mqtt changes the fields it holds and no other, and answers like GET",
  async run(context) {
    const url = `${context.base}/api/mqtt`;
    const before: Document = (await getDocument(url)).config;
    const keepalive = before.keepalive === 45 ? 46 : 45;
    try {
      const response = await post(context, `keepalive=${keepalive}&password=`);
      assert.equal(response.status, 200);
      const { config } = (await response.json()) as Document;
      assertDocument(config, { ...before, keepalive });
      assertDocument((await getDocument(url)).config, config);
    } finally {
      await post(context, `keepalive=${before.keepalive}`);
    }
  },
};

const test: Check = {
  name: "POST /api/mqtt/test is 409 with queued false while publishing is disabled",
  async run({ base }) {
    const { config } = await getDocument(`${base}/api/mqtt`);
    // A unit that publishes would really send one.
    if (config.enabled) return;
    const response = await request(`${base}/api/mqtt/test`, { method: "POST" });
    assert.equal(response.status, 409);
    const answer = (await response.json()) as Document;
    assert.deepEqual(Object.keys(answer), ["queued", "state", "queued_depth", "published", "acked", "error"]);
    assert.deepEqual([answer.queued, answer.state], [false, "disabled"]);
  },
};

export const checks: Check[] = [document, summary, partial, test, ...bodies, ...refusals];
