import type { Detection, Landmarks } from "../../src/monitor/observation";

/** A plausible frontal face in the middle of the frame: the example of the trace format. */
export const FACE: Detection = {
  score: 0.93,
  x: 60,
  y: 40,
  w: 120,
  h: 140,
  lm: [
    [95, 95],
    [145, 95],
    [120, 125],
    [100, 150],
    [140, 150],
  ],
};

/** The same face moved by (`dx`, `dy`) and magnified by `zoom` about the frame's origin. */
export function moved(dx: number, dy: number, zoom = 1, face: Detection = FACE): Detection {
  return {
    ...face,
    x: face.x * zoom + dx,
    y: face.y * zoom + dy,
    w: face.w * zoom,
    h: face.h * zoom,
    lm: face.lm.map(([x, y]) => [x * zoom + dx, y * zoom + dy]) as unknown as Landmarks,
  };
}

/** The same face with one landmark put elsewhere. */
export function withLandmark(index: number, x: number, y: number, face: Detection = FACE): Detection {
  return { ...face, lm: face.lm.map((point, i) => (i === index ? [x, y] : point)) as unknown as Landmarks };
}
