import { continuity, gate, isUsable, type Reject } from "./gate";
import type { Geometry } from "./geometry";
import type { Detection } from "./observation";
import type { MonitorSettings } from "./settings";

/** `face` is the candidate to go on with, null where none passes; `reject` why not (`ok` where there was no candidate). */
export interface Choice {
  readonly face: Detection | null;
  readonly reject: Reject;
}

/**
 * Of the candidates that pass the gate, the one most like `reference` that continues it, else the largest: the driver
 * sits closer to the camera than any passenger. Where none passes, the refusal of the one the detector believed most.
 * `geometry` is scratch: what it holds afterwards is the last candidate's.
 */
export function choose(
  candidates: readonly Detection[],
  reference: Detection | null,
  geometry: Geometry,
  s: MonitorSettings,
): Choice {
  const advisory = s.FACE_GATE_ENFORCE === 0;
  let face: Detection | null = null;
  let reject: Reject = "ok";
  let continues = false;
  let value = 0;
  let refused: Reject = "ok";
  let refused_score = 0;
  for (let i = 0; i < candidates.length; i += 1) {
    const d = candidates[i]!;
    geometry.measure(d.lm);
    const verdict = gate(d, geometry, s);
    if ((verdict !== "ok" && !advisory) || !isUsable(d)) {
      if (refused === "ok" || d.score > refused_score) {
        refused = verdict === "ok" ? "size" : verdict;
        refused_score = d.score;
      }
      continue;
    }
    const d_continues = reference !== null && continuity(reference, d, s) === "ok";
    const d_value = d_continues && reference !== null ? -difference(reference, d) : d.w * d.h;
    if (face === null || (d_continues && !continues) || (d_continues === continues && d_value > value)) {
      face = d;
      reject = verdict;
      continues = d_continues;
      value = d_value;
    }
  }
  return { face, reject: face === null ? refused : reject };
}

/** How far two boxes differ in place and size, px squared. */
function difference(a: Detection, b: Detection): number {
  const dx = a.x + a.w / 2 - (b.x + b.w / 2);
  const dy = a.y + a.h / 2 - (b.y + b.h / 2);
  const dw = a.w - b.w;
  const dh = a.h - b.h;
  return dx * dx + dy * dy + dw * dw + dh * dh;
}
