/**
 * Plays the synthetic driver through the real detector, the real eye model and the decisions as fast as the machine can,
 * and prints each announcement beside what really happened. The same flags give the same answers: nothing here is timed.
 *
 * usage: node --import tsx tools/rehearse/main.ts [--scene tour] [--seed 42] [--fps 25] [--seconds 98] [--trace FILE]
 * prints one JSON line per announcement: {"t_s":25.1,"alert":"drowsy","part":"drowsy"}
 */
import { createWriteStream } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { createDriver } from "../../src/boards/host/driver/driver";
import { loadCore } from "../../src/boards/host/vision/core";
import { loadEyeModel } from "../../src/boards/host/vision/eye_model";
import { loadFaceDetector } from "../../src/boards/host/vision/face_detector";
import { Pipeline } from "../../src/boards/host/vision/pipeline";
import { Monitor } from "../../src/monitor/monitor";
import type { FrameObservation } from "../../src/monitor/observation";
import { formatObservation } from "../../src/monitor/trace";

const EYE_MODEL = resolve(__dirname, "../../models/eye_state.tflite");

function number(flag: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${flag} must be a number above 0, not '${text}'`);
  return value;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      scene: { type: "string", default: "tour" },
      seed: { type: "string", default: "42" },
      fps: { type: "string", default: "25" },
      seconds: { type: "string", default: "98" },
      trace: { type: "string" },
    },
  });
  const fps = number("fps", values.fps);
  const driver = createDriver(values.scene, number("seed", values.seed));
  const pipeline = new Pipeline(loadCore(), await loadFaceDetector(null), await loadEyeModel(EYE_MODEL, () => {}));
  const monitor = new Monitor();
  const trace = values.trace === undefined ? null : createWriteStream(values.trace);
  const frames = Math.round(number("seconds", values.seconds) * fps);
  for (let i = 0; i < frames; i++) {
    const t_ms = Math.round((i * 1000) / fps);
    pipeline.accept(driver.renderFrame(t_ms), { byte_swap: true, rotate_180: true });
    const { detect, eye } = await pipeline.process();
    const observation: FrameObservation = { t_ms, health: "ok", ...(detect && { detect }), ...(eye && { eye }) };
    trace?.write(`${formatObservation(observation)}\n`);
    const { alert } = monitor.observe(observation);
    pipeline.track = monitor.track;
    if (alert) console.log(JSON.stringify({ t_s: t_ms / 1000, alert, part: driver.truth(t_ms).part }));
  }
  trace?.end();
}

main()
  .catch((error: Error) => {
    console.error(`rehearse: ${error.message}`);
    process.exitCode = 1;
  })
  // The models' runtimes keep threads that would hold the program open.
  .finally(() => setImmediate(() => process.exit()));
