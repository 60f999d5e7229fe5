/**
 * The state of the drive in two lines that a person reads at arm's length. Faults outrank everything, an empty seat
 * outranks drowsiness, an announcement outranks the figures behind it.
 */
import type { Words } from "../words/words";
import type { ReasonToken, Status } from "./documents";

/** `off`: not judging. `ok`, `warn`, `bad`: how it is. */
export type Tone = "off" | "ok" | "warn" | "bad";

export interface Verdict {
  readonly tone: Tone;
  readonly title: string;
  readonly detail: string;
}

/** Loading takes a few seconds on any unit; what is missing after this will not come. */
const LOADING_MS = 30_000;

const line = (tone: Tone, title: string, detail: string): Verdict => ({ tone, title, detail });
const both = (tone: Tone, lines: readonly string[]): Verdict => line(tone, lines[0]!, lines[1]!);

export function verdict(status: Status | null, away: boolean, { verdict: words }: Words): Verdict {
  if (away) return both("bad", words.away);
  if (!status) return both("off", words.connecting);
  const { presence, alert, risk } = status;
  if (presence.state === "fault" || presence.health !== "ok") {
    const health = presence.health === "model-fault" ? "model-fault" : "camera-fault";
    return line("bad", words.fault, words[health]);
  }
  if (!status.camera || !status.models || !status.eye_model) {
    if (status.uptime_ms < LOADING_MS) return both("off", words.starting);
    const missing = !status.camera ? "camera-fault" : !status.models ? "model-fault" : "eye_model";
    return line("bad", words.fault, words[missing]);
  }
  const absent = presence.absent_s.toFixed(1);
  if (presence.state === "no-driver") return line("bad", words.no_driver[0], words.no_driver[1](absent));
  if (alert.active && alert.reason !== "") {
    const reason = alert.reason as ReasonToken;
    return both(reason === "yawning" ? "warn" : "bad", words.alarm[reason]);
  }
  if (presence.state === "absent") return line("warn", words.absent[0], words.absent[1](absent));
  if (presence.state === "warmup") return both("off", words.warmup);
  // Announced already and going on: announcements are held apart, the danger is not over.
  if (risk.streak >= risk.required) return both("bad", words.alarm.drowsy);
  if (risk.score >= risk.trigger) return both("warn", words.rising);
  return both("ok", words.ok);
}
