import { parseCamera } from "./camera_spec";
import { FfmpegSource } from "./ffmpeg_source";
import type { WorkerSettings } from "./messages";
import { SimSource } from "./sim_source";
import type { CameraSource } from "./source";

/** The source that the settings name; an Error of one line where there is no such thing. */
export function openSource(settings: WorkerSettings): CameraSource {
  if (settings.source_module !== null) {
    // `import()` would leave the thread's TypeScript hook, which is one for `require`.
    const module = require(settings.source_module) as { openSource(camera: string): CameraSource };
    return module.openSource(settings.camera);
  }
  const spec = parseCamera(settings.camera);
  if (spec.kind !== "sim") return new FfmpegSource(spec, settings.ffmpeg);
  // Only here: a file or a webcam needs no renderer.
  const { createDriver } = require("../driver/driver") as typeof import("../driver/driver");
  return new SimSource(createDriver(spec.scene, settings.seed));
}
