/** What a bundle for XS takes in place of the packages that mqtt-packet asks for. */
import { resolve } from "node:path";

const standIn = (name: string) => resolve(__dirname, "stand_ins", `${name}.js`);

/**
 * esbuild's `alias`. `buffer` and `events` are the npm packages and not Node's modules; the slash says so where a tool
 * would take Node's.
 */
export const MQTT_PACKET_ALIASES: Readonly<Record<string, string>> = {
  buffer: require.resolve("buffer/"),
  events: require.resolve("events/"),
  debug: standIn("debug"),
  "process-nextick-args": standIn("process_nextick_args"),
  bl: standIn("bl"),
};
