/** The alert/drowsy model of mode face: 64x64 grey in, P(drowsy) out. Trained by `dashboard/train`. */
import { readFile } from "node:fs/promises";
import { loadLiteRt } from "../../../src/boards/host/vision/litert";
import { FACE_INPUT_PX } from "./crop";

export interface FaceModel {
  /** P(drowsy) 0-1 of a 64x64 grey crop (4096 bytes). */
  drowsy(crop: Uint8Array): Promise<number>;
}

const INPUT_SHAPE = [1, FACE_INPUT_PX, FACE_INPUT_PX, 1];
/** alert, drowsy */
const CLASSES = 2;

/**
 * Loads a trained file: float32 [1, 64, 64, 1] in 0..1 to float32 [1, 2], class 0 alert and class 1 drowsy.
 * @returns null where there is no such file: then there is no trained model
 * @throws Error when the file is damaged or of another shape
 */
export async function loadFaceModel(file: string, log: (line: string) => void): Promise<FaceModel | null> {
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await readFile(file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  const litert = await loadLiteRt(log);
  const model = await litert.loadAndCompile(bytes, { accelerator: "wasm", cpuOptions: { numThreads: 1 } });
  const [input] = model.getInputDetails();
  const [output] = model.getOutputDetails();
  if (input?.dtype !== "float32" || [...input.shape].join() !== INPUT_SHAPE.join()) {
    throw new Error(`wants float32 [${INPUT_SHAPE.join(", ")}] in, found ${input?.dtype} [${input?.shape}]`);
  }
  if (output?.dtype !== "float32" || [...output.shape].join() !== `1,${CLASSES}`) {
    throw new Error(`wants float32 [1, ${CLASSES}] out, found ${output?.dtype} [${output?.shape}]`);
  }
  return {
    async drowsy(crop) {
      const tensor = new litert.Tensor(
        Float32Array.from(crop, (value) => value / 255),
        INPUT_SHAPE,
      );
      const results = await model.run([tensor]);
      tensor.delete();
      const value = results[0]!.toTypedArray()[1]!;
      for (const result of results) result.delete();
      // Four digits: what a trace keeps is what was judged.
      return Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000;
    },
  };
}
