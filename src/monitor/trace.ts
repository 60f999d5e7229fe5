import type { Detection, EyeObservation, FrameObservation, Health, Landmarks, Point } from "./observation";
import type { Verdict } from "./state";

/**
 * The trace format: JSON lines, one observation or one verdict a line. Written by hand, key by key, so that every
 * engine writes the same bytes; numbers in the shortest form that reads back as the same number.
 */

/** More faces than any detector returns in one frame; a line with more is not a trace. */
const DETECTIONS_MAX = 64;

/** One line of a trace, without the line feed. A candidate or reading with a value that is no number is left out. */
export function formatObservation(o: FrameObservation): string {
  let line = `{"t_ms":${o.t_ms},"health":"${o.health}"`;
  if (o.detect !== undefined)
    line += `,"detect":[${o.detect.filter(isFiniteDetection).map(formatDetection).join(",")}]`;
  if (o.eye !== undefined && Number.isFinite(o.eye.closed)) {
    line += `,"eye":{"side":"${o.eye.side}","closed":${o.eye.closed}}`;
  }
  return `${line}}`;
}

function isFiniteDetection(d: Detection): boolean {
  return [d.score, d.x, d.y, d.w, d.h, ...d.lm.flat()].every(Number.isFinite);
}

function formatDetection(d: Detection): string {
  const lm = d.lm.map(([x, y]) => `[${x},${y}]`).join(",");
  return `{"score":${d.score},"x":${d.x},"y":${d.y},"w":${d.w},"h":${d.h},"lm":[${lm}]}`;
}

/** One line of a replay, without the line feed. */
export function formatVerdict(v: Verdict): string {
  const alert = v.alert === null ? "null" : `"${v.alert}"`;
  return (
    `{"t_ms":${v.t_ms},"driver":${v.driver},"presence":"${v.presence}","health":"${v.health}",` +
    `"absent_s":${v.absent_s},"reject":"${v.reject}","risk":${v.risk},"perclos":${v.perclos},` +
    `"closure_s":${v.closure_s},"streak":${v.streak},"required":${v.required},"alert":${alert}}`
  );
}

/**
 * Reads one line of a trace. Keys that are not known are ignored.
 * @throws Error whose message names the field that is wrong
 */
export function parseObservation(line: string): FrameObservation {
  const value = fields(parseJson(line), "a line");
  const health = value["health"];
  if (!isHealth(health)) throw new Error('health must be "ok", "camera-fault" or "model-fault"');
  const detect = value["detect"];
  const eye = value["eye"];
  return {
    t_ms: number(value["t_ms"], "t_ms"),
    health,
    ...(detect === undefined ? {} : { detect: array(detect, "detect", 0, DETECTIONS_MAX).map(detection) }),
    ...(eye === undefined ? {} : { eye: eyeReading(eye) }),
  };
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // The engines word this differently, and the answer must be the same.
    throw new Error("not a JSON object");
  }
}

function isHealth(value: unknown): value is Health {
  return value === "ok" || value === "camera-fault" || value === "model-fault";
}

function detection(value: unknown, i: number): Detection {
  const where = `detect[${i}]`;
  const d = fields(value, where);
  return {
    score: number(d["score"], `${where}.score`),
    x: number(d["x"], `${where}.x`),
    y: number(d["y"], `${where}.y`),
    w: number(d["w"], `${where}.w`),
    h: number(d["h"], `${where}.h`),
    lm: array(d["lm"], `${where}.lm`, 5, 5).map((point, k) => pair(point, `${where}.lm[${k}]`)) as unknown as Landmarks,
  };
}

function pair(value: unknown, where: string): Point {
  const [x, y] = array(value, where, 2, 2);
  return [number(x, `${where}[0]`), number(y, `${where}[1]`)];
}

function eyeReading(value: unknown): EyeObservation {
  const eye = fields(value, "eye");
  const side = eye["side"];
  if (side !== "left" && side !== "right") throw new Error('eye.side must be "left" or "right"');
  return { side, closed: number(eye["closed"], "eye.closed") };
}

function number(value: unknown, where: string): number {
  if (typeof value !== "number" || !Number.isFinite(value)) throw new Error(`${where} must be a finite number`);
  return value;
}

function array(value: unknown, where: string, min: number, max: number): readonly unknown[] {
  if (Array.isArray(value) && value.length >= min && value.length <= max) return value;
  throw new Error(min === max ? `${where} must be an array of ${min}` : `${where} must be an array of at most ${max}`);
}

function fields(value: unknown, where: string): Record<string, unknown> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new Error(where === "a line" ? "not a JSON object" : `${where} must be an object`);
}
