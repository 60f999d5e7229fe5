import { join } from "node:path";
import { MQTT_PACKET_ALIASES } from "../../tools/mqtt/aliases";
import { play } from "./mqtt_program";
import { runOnXs } from "./run_on_xs";

test("the MQTT rules, messages, codec, WebSocket and client do the same on XS", async () => {
  const here = await play();
  expect(here.length).toBeGreaterThan(50_000);
  expect(await runOnXs(join(__dirname, "mqtt_program.ts"), MQTT_PACKET_ALIASES)).toBe(here);
}, 60_000);
