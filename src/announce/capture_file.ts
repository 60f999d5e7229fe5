/**
 * One capture as one file: the JPEG of the frame, its facts in a JPEG comment. Whatever commits the file commits both,
 * and any viewer of pictures opens it.
 */
import { asciiJson, bytesOf, textOf } from "../store/ascii";
import { REASONS, type ReasonToken } from "./reasons";

export interface CaptureFacts {
  /** Of the alert. */
  readonly uptime_ms: number;
  readonly reason: ReasonToken;
  /** Fused score, 0-1. */
  readonly risk: number;
  /** Share of the window with the eyes closed, 0-1. */
  readonly perclos: number;
}

/** The facts lie within this many bytes from the start of a file: start, an application segment, the comment. */
export const CAPTURE_HEAD_BYTES = 512;

const SCHEMA = "monitor.capture.v1";
const MARK = 0xff;
const START_OF_IMAGE = 0xd8;
const APPLICATION_FIRST = 0xe0;
const APPLICATION_LAST = 0xef;
const COMMENT = 0xfe;

const share = (value: number) => (Number.isFinite(value) ? Math.round(Math.min(1, Math.max(0, value)) * 1e4) / 1e4 : 0);

const isJpeg = (bytes: Uint8Array) => bytes[0] === MARK && bytes[1] === START_OF_IMAGE && bytes[2] === MARK;

/** Length of the segment whose marker stands at `at`, marker included. */
const segmentLength = (bytes: Uint8Array, at: number) => 2 + ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0);

const isApplication = (kind: number | undefined) =>
  kind !== undefined && kind >= APPLICATION_FIRST && kind <= APPLICATION_LAST;

/** A copy of `jpeg` that carries `facts`. Throws RangeError for what is no JPEG. */
export function stampCapture(jpeg: Uint8Array, facts: CaptureFacts): Uint8Array {
  if (!isJpeg(jpeg)) throw new RangeError("the frame is no JPEG");
  const { uptime_ms, reason, risk, perclos } = facts;
  const whole_ms = Math.floor(uptime_ms);
  const text = bytesOf(
    asciiJson({ schema: SCHEMA, uptime_ms: whole_ms, reason, risk: share(risk), perclos: share(perclos) }),
  );
  // JFIF wants its application segment first of all.
  const jfif = isApplication(jpeg[3]) ? 2 + segmentLength(jpeg, 2) : 2;
  const at = jfif + 4 + text.length <= CAPTURE_HEAD_BYTES && jfif <= jpeg.length ? jfif : 2;
  const stamped = new Uint8Array(jpeg.length + 4 + text.length);
  stamped.set(jpeg.subarray(0, at));
  stamped.set([MARK, COMMENT, (text.length + 2) >> 8, (text.length + 2) & 0xff], at);
  stamped.set(text, at + 4);
  stamped.set(jpeg.subarray(at), at + 4 + text.length);
  return stamped;
}

function factsOf(text: string): CaptureFacts | null {
  let facts: Record<string, unknown>;
  try {
    facts = JSON.parse(text);
  } catch {
    return null;
  }
  if (facts?.["schema"] !== SCHEMA) return null;
  const { uptime_ms, risk, perclos } = facts;
  const reason = REASONS.find(({ token }) => token === facts["reason"])?.token;
  if (!reason || typeof uptime_ms !== "number" || typeof risk !== "number" || typeof perclos !== "number") return null;
  return { uptime_ms, reason, risk, perclos };
}

/** The facts in the first `CAPTURE_HEAD_BYTES` bytes of a file; null where it is no capture of ours. */
export function readFacts(head: Uint8Array): CaptureFacts | null {
  if (!isJpeg(head)) return null;
  for (let at = 2; at + 4 <= head.length && head[at] === MARK; at += segmentLength(head, at)) {
    const kind = head[at + 1];
    if (kind === COMMENT) {
      const facts = factsOf(textOf(head.subarray(at + 4, at + segmentLength(head, at))));
      if (facts) return facts;
    } else if (!isApplication(kind)) return null;
  }
  return null;
}
