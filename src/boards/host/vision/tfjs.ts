/** tfjs-core with its WASM backend, and face-api on that one instance of it. */
import { createRequire } from "node:module";
import path from "node:path";
import { runCommonJs } from "./common_js";

export interface Tensor {
  readonly size: number;
  dispose(): void;
}

export interface Tfjs {
  readonly Tensor: { prototype: Record<string, unknown> };
  tensor3d(values: Int32Array, shape: [number, number, number], dtype: "int32"): Tensor;
  slice3d(source: Tensor, begin: [number, number, number], size: [number, number, number]): Tensor;
  memory(): { readonly numTensors: number };
  env(): { set(flag: string, value: boolean): void };
  setBackend(name: string): Promise<boolean>;
  ready(): Promise<void>;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface FoundFace {
  readonly score: number;
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

interface Net {
  loadFromDisk(folder: string): Promise<void>;
}

export interface FaceApi {
  readonly TinyFaceDetectorOptions: new (options: { inputSize: number; scoreThreshold: number }) => object;
  readonly nets: {
    readonly tinyFaceDetector: Net & { locateFaces(input: Tensor, options: object): Promise<FoundFace[]> };
    /** The 68 points in pixels of the crop. */
    readonly faceLandmark68Net: Net & {
      detectLandmarks(input: Tensor): Promise<{ readonly positions: readonly Point[] }>;
    };
  };
}

const CHAINED = ["add", "sub", "mul", "div", "cast", "reshape", "slice", "expandDims", "mean"];

/**
 * face-api calls operations as methods of a tensor. The umbrella package `@tensorflow/tfjs` (300 MB with what it
 * pulls in) would register them; tfjs-core alone does not, so the few that the two nets use are registered here.
 */
function registerChainedOperations(tf: Tfjs): void {
  const operations = tf as unknown as Record<string, (...values: unknown[]) => unknown>;
  const methods = tf.Tensor.prototype;
  for (const name of CHAINED) {
    methods[name] ??= function (this: Tensor, ...values: unknown[]) {
      return operations[name]!(this, ...values);
    };
  }
  methods["as1D"] ??= function (this: Tensor) {
    return operations["reshape"]!(this, [this.size]);
  };
  for (const name of ["as2D", "as3D", "as4D"]) {
    methods[name] ??= function (this: Tensor, ...shape: number[]) {
      return operations["reshape"]!(this, shape);
    };
  }
}

/** Loads both, with the backend ready. One thread with SIMD: threads of this backend do not start on Node. */
export async function loadTfjs(): Promise<{ tf: Tfjs; faceApi: FaceApi; modelFolder: string }> {
  const require = createRequire(__filename);
  const tf = require("@tensorflow/tfjs-core") as Tfjs;
  registerChainedOperations(tf);
  const wasm = require("@tensorflow/tfjs-backend-wasm") as { setWasmPaths(folder: string): void };
  wasm.setWasmPaths(`${path.dirname(require.resolve("@tensorflow/tfjs-backend-wasm"))}/`);
  tf.env().set("WASM_HAS_MULTITHREAD_SUPPORT", false);
  if (!(await tf.setBackend("wasm"))) throw new Error("the WASM backend of tfjs does not start");
  await tf.ready();
  const file = require.resolve("@vladmandic/face-api/dist/face-api.node-wasm.js");
  const faceApi = runCommonJs(file, { "@tensorflow/tfjs": tf, "@tensorflow/tfjs-backend-wasm": wasm }) as FaceApi;
  return { tf, faceApi, modelFolder: path.join(path.dirname(file), "../model") };
}
