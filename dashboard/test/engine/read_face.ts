/** Prints P(drowsy) of light above dark, of dark above light; the runtime does not load within Jest. */
import { join } from "node:path";
import { loadFaceModel } from "../../src/engine/face_model";

const silent = () => {};

function ramp(rising: boolean): Uint8Array {
  return Uint8Array.from({ length: 64 * 64 }, (_, i) => {
    const share = Math.floor(i / 64) / 63;
    return 60 + 120 * (rising ? share : 1 - share);
  });
}

async function main(): Promise<void> {
  const model = await loadFaceModel(join(__dirname, "../fixtures/face_made_up.tflite"), silent);
  const missing = await loadFaceModel(join(__dirname, "none.tflite"), silent);
  const found = { alert: await model?.drowsy(ramp(false)), drowsy: await model?.drowsy(ramp(true)), missing };
  console.log(JSON.stringify(found));
  process.exit(0);
}

void main();
