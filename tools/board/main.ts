/**
 * Writes what the board's build takes from this side into `build/board`: the MQTT codec, the list of ready-made modules, and
 * the self-test's trace with its verdicts. (`tools/page` writes the page.) A file that would not change is left alone, so that nothing is compiled again for it.
 * usage: node --import tsx tools/board/main.ts
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { bundleCodec, CODEC_TYPES } from "./codec";
import { preloadManifest } from "./preload";
import { replaySelftest } from "./selftest";

const FOLDER = resolve(__dirname, "../../build/board");

function put(name: string, content: string): void {
  const path = join(FOLDER, name);
  const bytes = Buffer.from(content);
  if (existsSync(path) && readFileSync(path).equals(bytes)) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
}

async function main(): Promise<void> {
  put("modules/mqtt_packet.js", await bundleCodec());
  put("modules/mqtt_packet.d.ts", CODEC_TYPES);
  put("manifest_preload.json", preloadManifest());
  const { trace, verdicts } = await replaySelftest();
  put("selftest/trace.jsonl", trace);
  put("selftest/verdicts.jsonl", verdicts);
}

main().catch((error: Error) => {
  console.error(`board: ${error.message}`);
  process.exitCode = 1;
});
