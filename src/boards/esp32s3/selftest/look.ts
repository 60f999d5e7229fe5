/** What detector and eye model say of the test frame, judged by what was drawn into it. */
import type { Detection } from "../../../monitor/observation";
import { formatObservation } from "../../../monitor/trace";
import { decodeRecord } from "../frame_record";

/** A face that the gate would take. [unit document, FACE_MIN_SCORE] */
const SCORE_MIN = 0.55;

export interface Look {
  /** For the person at the log. */
  readonly lines: readonly string[];
  /** Null where all is as it must be. */
  readonly wrong: string | null;
}

/** Left of right, mouth below eyes, nose between them: the detector's landmark order was mapped to ours. */
function upright({ lm: [left, right, nose, mouth_left, mouth_right] }: Detection): boolean {
  const eyes_y = (left[1] + right[1]) / 2;
  const mouth_y = (mouth_left[1] + mouth_right[1]) / 2;
  return (
    left[0] < nose[0] && nose[0] < right[0] && mouth_left[0] < mouth_right[0] && eyes_y < nose[1] && nose[1] < mouth_y
  );
}

/** `left` and `right` are the records of `NativeVision.selfTest`. The face in the test frame has open eyes. */
export function look(left: ArrayBuffer, right: ArrayBuffer): Look {
  const records = [left, right].map((bytes) => decodeRecord(bytes));
  const lines = records.map(
    ({ frame }) => `detect ${frame.detect_ms} ms, eye ${frame.eye_ms} ms: ${formatObservation(frame.observation)}`,
  );
  const wrong = records.map(({ frame: { observation }, health }) => {
    const [face] = observation.detect ?? [];
    if (!health.models) return "the face detector did not load";
    if (!health.eye_model) return "the eye model did not load";
    if (!face || face.score < SCORE_MIN) return "no face where one was drawn";
    if (!upright(face)) return "the landmarks are in a wrong order";
    if (!observation.eye) return "no eye was read";
    return observation.eye.closed < 0.5 ? null : `an open eye reads as closed (${observation.eye.closed})`;
  });
  return { lines, wrong: wrong.find((one) => one !== null) ?? null };
}
