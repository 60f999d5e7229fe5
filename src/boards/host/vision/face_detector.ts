import { FRAME_SIDE_PX } from "../../../constants";
import type { Detection, Landmarks, Point } from "../../../monitor/observation";
import { type FoundFace, loadTfjs, type Tensor } from "./tfjs";

/** Below the gate's FACE_MIN_SCORE, so that the gate decides and a weak candidate shows as rejected. */
const SCORE_THRESHOLD = 0.5;
/**
 * Side that the net sees; a multiple of 32. Of 96 to 320, 160 gave the steadiest scores on faces of 0.3 to 0.75 of the
 * frame, photographed and rendered, in half the time of the usual 224 (which finds faces of 0.2 better).
 */
const INPUT_SIZE = 160;
/** Candidates beyond the strongest few only cost time. */
const MAX_FACES = 4;
/** No landmarks are looked for in less than this many pixels a side; the gate's smallest face is 24. */
const MIN_CROP_PX = 16;

export interface FaceDetector {
  /** Candidates of an RGB frame (240x240, 3 bytes a pixel), strongest first. */
  detect(rgb: Uint8Array): Promise<Detection[]>;
}

const round = (value: number, steps: number) => Math.round(value * steps) / steps;

/** The crop that the landmark net sees: the box in whole pixels, within the frame. Null where too little is left. */
export function landmarkCrop({ box }: FoundFace): { x: number; y: number; w: number; h: number } | null {
  const x = Math.max(0, Math.floor(box.x));
  const y = Math.max(0, Math.floor(box.y));
  const w = Math.min(FRAME_SIDE_PX, Math.floor(box.x + box.width)) - x;
  const h = Math.min(FRAME_SIDE_PX, Math.floor(box.y + box.height)) - y;
  return w >= MIN_CROP_PX && h >= MIN_CROP_PX ? { x, y, w, h } : null;
}

/** 68 points to ours: an eye is the mean of its six, then the nose tip and the mouth corners. Image left comes first. */
function toLandmarks(points: readonly { x: number; y: number }[], x: number, y: number): Landmarks {
  const mean = (from: number, to: number): Point => {
    let [sum_x, sum_y] = [0, 0];
    for (let i = from; i < to; i++) {
      sum_x += points[i]!.x;
      sum_y += points[i]!.y;
    }
    return [round(x + sum_x / (to - from), 100), round(y + sum_y / (to - from), 100)];
  };
  return [mean(36, 42), mean(42, 48), mean(30, 31), mean(48, 49), mean(54, 55)];
}

/**
 * TinyFaceDetector and the 68-point landmark net of face-api, on the CPU. The tiny landmark net saves 1.6 ms a detection but does not
 * follow a mouth that opens wide: on rendered yawns the mouth corners stay half way, and their distance hardly changes.
 * @param modelFolder weights and manifests; null takes those in the package
 * @throws Error when a file is missing or damaged
 */
export async function loadFaceDetector(modelFolder: string | null): Promise<FaceDetector> {
  const { tf, faceApi, modelFolder: packaged } = await loadTfjs();
  const { tinyFaceDetector: faces, faceLandmark68Net: landmarks } = faceApi.nets;
  await faces.loadFromDisk(modelFolder ?? packaged);
  await landmarks.loadFromDisk(modelFolder ?? packaged);
  const options = new faceApi.TinyFaceDetectorOptions({ inputSize: INPUT_SIZE, scoreThreshold: SCORE_THRESHOLD });
  const pixels = new Int32Array(FRAME_SIDE_PX * FRAME_SIDE_PX * 3);

  async function describe(frame: Tensor, face: FoundFace): Promise<Detection | null> {
    const crop = landmarkCrop(face);
    if (!crop) return null;
    const tensor = tf.slice3d(frame, [crop.y, crop.x, 0], [crop.h, crop.w, 3]);
    try {
      const { positions } = await landmarks.detectLandmarks(tensor);
      const { x, y, width, height } = face.box;
      return {
        score: round(face.score, 10000),
        x: round(x, 100),
        y: round(y, 100),
        w: round(width, 100),
        h: round(height, 100),
        lm: toLandmarks(positions, crop.x, crop.y),
      };
    } finally {
      tensor.dispose();
    }
  }

  async function detect(rgb: Uint8Array): Promise<Detection[]> {
    pixels.set(rgb);
    const frame = tf.tensor3d(pixels, [FRAME_SIDE_PX, FRAME_SIDE_PX, 3], "int32");
    try {
      const found = await faces.locateFaces(frame, options);
      found.sort((a, b) => b.score - a.score);
      const result: Detection[] = [];
      for (const face of found.slice(0, MAX_FACES)) {
        const detection = await describe(frame, face);
        if (detection) result.push(detection);
      }
      return result;
    } finally {
      frame.dispose();
    }
  }

  // The first runs compile kernels: better here than on the first frames.
  await detect(new Uint8Array(pixels.length));
  const blank = tf.tensor3d(pixels, [FRAME_SIDE_PX, FRAME_SIDE_PX, 3], "int32");
  await landmarks.detectLandmarks(blank);
  blank.dispose();
  return { detect };
}
