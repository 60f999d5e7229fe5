/** The vision thread: frames and models live here, only small messages leave it. */
import { parentPort, workerData } from "node:worker_threads";
import { loadCore } from "./core";
import { type EyeModel, loadEyeModel } from "./eye_model";
import { type FaceDetector, loadFaceDetector } from "./face_detector";
import { JpegEncoder } from "./jpeg";
import type { FrameResult, FromWorker, ToWorker, WorkerSettings } from "./messages";
import { openSource } from "./open_source";
import { Pace } from "./pace";
import { Pipeline } from "./pipeline";

const settings = workerData as WorkerSettings;
const port = parentPort!;
const post = (message: FromWorker) => port.postMessage(message);
const postJpeg = (message: FromWorker, jpeg: Uint8Array<ArrayBuffer>) => port.postMessage(message, [jpeg.buffer]);
const log = (line: string) => post({ type: "log", line });

/** A model that cannot be loaded is named in the log and left out; the camera serves on without it. */
async function load<T>(what: string, loading: Promise<T>): Promise<T | null> {
  try {
    return await loading;
  } catch (error) {
    log(`${what} cannot be loaded: ${(error as Error).message ?? error}`);
    return null;
  }
}

async function main(): Promise<void> {
  const core = loadCore();
  const jpegs = new JpegEncoder(core);
  const source = openSource(settings);
  const detector = await load<FaceDetector>("face detector", loadFaceDetector(settings.face_models));
  const printed: string[] = [];
  const eyes = await load<EyeModel>(
    "eye model",
    loadEyeModel(settings.eye_model, (line) => printed.push(line)),
  );
  if (!eyes) for (const line of printed.filter((text) => text.startsWith("ERROR"))) log(`eye model: ${line}`);
  const pipeline = new Pipeline(core, detector, eyes);
  const pace = new Pace();
  let quality = 80;
  let busy = false;
  let waiting_ms: number | null = null;

  async function work(taken_ms: number): Promise<void> {
    const result = await pipeline.process();
    postFrame(taken_ms, result);
    if (!pace.passes(taken_ms)) return;
    const jpeg = jpegs.encode(pipeline.frame, quality, true);
    postJpeg({ type: "preview", jpeg }, jpeg);
  }

  function postFrame(taken_ms: number, result: FrameResult): void {
    if (!settings.pixels) {
      post({ type: "frame", taken_ms, result, pixels: null });
      return;
    }
    const pixels = { frame: pipeline.frame.slice(), eye: result.eye ? pipeline.crop.slice() : null };
    const owned = pixels.eye ? [pixels.frame.buffer, pixels.eye.buffer] : [pixels.frame.buffer];
    port.postMessage({ type: "frame", taken_ms, result, pixels } satisfies FromWorker, owned as ArrayBuffer[]);
  }

  /** One frame after the other; while one is worked on, only the newest waits. */
  async function drain(): Promise<void> {
    busy = true;
    while (waiting_ms !== null) {
      const taken_ms: number = waiting_ms;
      waiting_ms = null;
      await work(taken_ms);
      // Let the track of this frame, and other messages, in before the next one.
      await new Promise(setImmediate);
    }
    busy = false;
  }

  port.on("message", (message: ToWorker) => {
    switch (message.type) {
      case "track":
        pipeline.track = message.face;
        break;
      case "detection":
        pipeline.detecting = message.on;
        break;
      case "preview":
        pace.fps = message.fps;
        quality = message.quality;
        break;
      case "snapshot": {
        const frame = pipeline.detectorFrame;
        if (!frame) return post({ type: "snapshot", id: message.id, jpeg: null });
        const jpeg = jpegs.encode(frame, message.quality, false);
        postJpeg({ type: "snapshot", id: message.id, jpeg }, jpeg);
        break;
      }
      case "stop":
        void source.stop().then(() => process.exit(0));
    }
  });
  post({ type: "ready", models: detector !== null, eye_model: eyes !== null });
  source.start({
    frame(pixels, t_ms) {
      pipeline.accept(pixels, source.format);
      waiting_ms = t_ms;
      if (!busy) void drain();
    },
    child: (pid) => post({ type: "child", pid }),
    log,
  });
}

// What goes wrong here ends the thread, and the program starts another.
void main();
