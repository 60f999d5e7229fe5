import { readFile } from "node:fs/promises";
import { loadLiteRt } from "./litert";

export interface EyeModel {
  /** P(closed) 0-1 of a 32x32 grey crop (1024 bytes). */
  closed(crop: Uint8Array<ArrayBuffer>): Promise<number>;
}

const INPUT_SHAPE = [1, 32, 32, 1];

function tensorText(name: string, dtype: string, shape: Iterable<number>): string {
  return `${name} ${dtype} [${[...shape].join(", ")}]`;
}

/**
 * Loads `models/eye_state.tflite`: grey bytes uint8 [1, 32, 32, 1] in, P(closed) in 256ths uint8 [1, 1] out.
 * @param file the .tflite file
 * @param log receives what the runtime prints
 * @throws Error when the file is missing, damaged, or of another shape
 */
export async function loadEyeModel(file: string, log: (line: string) => void): Promise<EyeModel> {
  const bytes = new Uint8Array(await readFile(file));
  const litert = await loadLiteRt(log);
  const model = await litert.loadAndCompile(bytes, { accelerator: "wasm", cpuOptions: { numThreads: 1 } });
  const inputs = model.getInputDetails();
  const outputs = model.getOutputDetails();
  const [input] = inputs;
  const [output] = outputs;
  if (inputs.length !== 1 || input?.dtype !== "uint8" || [...input.shape].join() !== INPUT_SHAPE.join()) {
    const found = inputs.map(({ dtype, shape }) => tensorText("input", dtype, shape)).join(" and ");
    throw new Error(`${file}: wanted one ${tensorText("input", "uint8", INPUT_SHAPE)}, found ${found || "none"}`);
  }
  if (outputs.length !== 1 || output?.dtype !== "uint8" || [...output.shape].join() !== "1,1") {
    const found = outputs.map(({ dtype, shape }) => tensorText("output", dtype, shape)).join(" and ");
    throw new Error(`${file}: wanted one ${tensorText("output", "uint8", [1, 1])}, found ${found || "none"}`);
  }

  async function closed(crop: Uint8Array<ArrayBuffer>): Promise<number> {
    const tensor = new litert.Tensor(crop, INPUT_SHAPE);
    const results = await model.run([tensor]);
    tensor.delete();
    const value = results[0]!.toTypedArray()[0]!;
    for (const result of results) result.delete();
    return value / 256;
  }

  await closed(new Uint8Array(1024));
  return { closed };
}
