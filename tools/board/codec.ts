/** The npm package mqtt-packet as one ES module that XS can take into the image. */
import { build } from "esbuild";
import { MQTT_PACKET_ALIASES } from "../mqtt/aliases";
import { bufferForFrozenBuiltIns } from "../mqtt/frozen_built_ins";

/** What TypeScript is told of the module: callers name the part that they use. */
export const CODEC_TYPES = "declare const mqttPacket: unknown;\nexport default mqttPacket;\n";

/** The module's text. Rejects with the bundler's error, which names file and line. */
export async function bundleCodec(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: 'export { default } from "mqtt-packet";', resolveDir: __dirname },
    bundle: true,
    write: false,
    format: "esm",
    platform: "neutral",
    mainFields: ["main"],
    alias: { ...MQTT_PACKET_ALIASES },
    plugins: [bufferForFrozenBuiltIns],
    target: "es2022",
    // The image drops what no module names, and a name in brackets (`Symbol["for"]`) names nothing.
    minifySyntax: true,
    legalComments: "inline",
    logLevel: "silent",
  });
  return outputFiles[0]!.text;
}
