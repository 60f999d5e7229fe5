/** What the MQTT form makes of a person's edits. */
import { configDocument } from "../../src/mqtt/document";
import { defaultSettings } from "../../src/mqtt/settings";
import { changed, edit, preset, valuesOf } from "../../src/page/views/mqtt_form";

const config = configDocument(
  { ...defaultSettings("monitor-0a1b2c"), username: "driver", password: "secret" },
  { enabled: false, ssid: "", password_set: false },
);

test("sends nothing but what differs from the configuration in force", () => {
  expect(changed(config, {})).toEqual({});
  expect(changed(config, { host: config.host, keepalive: "30", qos: "0" })).toEqual({ qos: "0" });
});

test("a topic typed before going back to auto is not sent: the unit would refuse a field that nobody sees", () => {
  const manual = edit(config, edit(config, {}, "topic_mode", "manual"), "topic", "fleet/bus-7");
  expect(changed(config, manual)).toEqual({ topic_mode: "manual", topic: "fleet/bus-7" });
  expect(changed(config, edit(config, manual, "topic_mode", "auto"))).toEqual({});
});

test("a default port follows the transport, a chosen one stays", () => {
  expect(changed(config, edit(config, {}, "transport", "ws"))).toEqual({ transport: "ws", port: "8083" });
  const chosen = edit(config, { port: "9000" }, "transport", "ws");
  expect(changed(config, chosen)).toEqual({ transport: "ws", port: "9000" });
});

test("verification comes back on with a transport that has none", () => {
  const draft = edit(config, { tls_insecure: "1" }, "transport", "tcp");
  expect(valuesOf(config, draft).tls_insecure).toBe("0");
});

test("the preset fills in the demo broker for a transport and leaves the rest", () => {
  const draft = preset(config, { remark: "Bus 7" }, "wss");
  expect(valuesOf(config, draft)).toMatchObject({
    transport: "wss",
    host: config.demo_broker.host,
    port: "8084",
    ws_path: "/mqtt",
    remark: "Bus 7",
  });
});

test("what the unit keeps to itself is empty, and stays so unless it is written anew", () => {
  expect(valuesOf(config, {})).toMatchObject({ username: "", password: "", client_id: "", clear_password: "0" });
  expect(changed(config, { password: "", username: "" })).toEqual({});
});
