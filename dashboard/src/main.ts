/** The dashboard's program: flags in, one line with its address out, SIGTERM stops it. */
import { relative, resolve } from "node:path";
import { fail, optionsOrExit } from "../../src/boards/host/flags";
import { Recorder } from "../../src/boards/host/recorder";
import { checkCamera } from "../../src/boards/host/vision/check_camera";
import { HostVision } from "../../src/boards/host/vision/vision";
import { Dashboard } from "./dashboard";
import { type FaceModel, loadFaceModel } from "./engine/face_model";
import { isLoopback, type Options, parseOptions, USAGE } from "./options";
import { dashboardRoutes } from "./server/routes";
import { listen, makeServer } from "./server/server";

const PROGRAM = "dashboard";
const ROOT = resolve(__dirname, "../..");
const EYE_MODEL = "models/eye_state.tflite";

const log = (line: string) => console.error(line);

interface ChosenModel {
  readonly face_model: FaceModel | null;
  readonly model_file: string;
  readonly face_model_trouble: string;
}

/** A model that is missing or damaged leaves the dashboard running, with a warning in place of its number. */
async function chooseModel({ mode, face_model: file }: Options): Promise<ChosenModel> {
  if (mode === "eye") return { face_model: null, model_file: EYE_MODEL, face_model_trouble: "" };
  const path = resolve(ROOT, file);
  const model_file = path.startsWith(ROOT) ? relative(ROOT, path) : path;
  try {
    const face_model = await loadFaceModel(path, () => {});
    const missing = `the alert/drowsy model has no trained file (${model_file})`;
    return { face_model, model_file, face_model_trouble: face_model ? "" : missing };
  } catch (error) {
    const face_model_trouble = `the alert/drowsy model ${model_file} cannot be used (${(error as Error).message})`;
    return { face_model: null, model_file, face_model_trouble };
  }
}

async function main(): Promise<void> {
  const chosen = optionsOrExit(PROGRAM, USAGE, parseOptions);
  await checkCamera(chosen.camera);
  const recorder = chosen.record === null ? null : await Recorder.open(chosen.record, log);
  let last_line = "";
  const vision = new HostVision({
    camera: chosen.camera,
    seed: chosen.seed,
    pixels: true,
    log: (line) => {
      last_line = line;
      log(line);
    },
  });
  const model = await chooseModel(chosen);
  if (model.face_model_trouble !== "") log(`warning: ${model.face_model_trouble}`);
  const dashboard = new Dashboard({
    ...model,
    mode: chosen.mode,
    camera: chosen.camera,
    vision,
    visionTrouble: () => last_line,
    onObservation: (o) => recorder?.write(o),
  });
  const server = makeServer(dashboardRoutes(dashboard), chosen.host, log);
  const { port } = await listen(server, chosen.port, chosen.host);
  const stop = async () => {
    server.close();
    server.closeAllConnections();
    await dashboard.engine.stop();
    await recorder?.close();
    process.exit(0);
  };
  process.on("SIGTERM", () => void stop());
  process.on("SIGINT", () => void stop());
  dashboard.engine.start();
  if (!isLoopback(chosen.host)) {
    log(`warning: --host ${chosen.host}: whoever reaches this address sees the camera and can change the settings`);
  }
  const name = chosen.host.includes(":") ? `[${chosen.host}]` : chosen.host;
  console.log(`DrowsyGuard dashboard is ready: http://${name}:${port}`);
}

main().catch((error: Error) => fail(PROGRAM, error.message));
