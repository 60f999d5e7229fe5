import type { TransferFailure } from "../../runtime/session";
import type { CallOutcome } from "../gateway";

/** What a gather heard, without the times that only we know. */
export type Gathered =
  | { readonly kind: "speech"; readonly text: string; readonly confidence: number }
  | { readonly kind: "digits"; readonly digits: string }
  | { readonly kind: "silence" }
  | { readonly kind: "error"; readonly message: string };

export type CallStatus =
  | { readonly kind: "ringing" }
  | { readonly kind: "in_progress" }
  | { readonly kind: "completed"; readonly by_caller: boolean }
  | {
      readonly kind: "not_answered";
      readonly outcome: CallOutcome;
      readonly sip_status: number | null;
      readonly reason: string | null;
    }
  /** Of the other side of a transfer. */
  | { readonly kind: "bridged" }
  | { readonly kind: "other" };

/** Hooks are somebody else's documents: whatever is missing or of another type reads as absent. */
type Payload = Readonly<Record<string, unknown>>;

function object(value: unknown): Payload {
  return typeof value === "object" && value !== null ? (value as Payload) : {};
}
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const number = (value: unknown): number | null => (typeof value === "number" && Number.isFinite(value) ? value : null);

/** jambonz's name for the call that a hook is about. */
export function callSid(payload: unknown): string | null {
  return text(object(payload).call_sid) || null;
}

export function readGather(payload: unknown): Gathered {
  const { reason, digits, speech, details } = object(payload);
  if (reason === "dtmfDetected") return { kind: "digits", digits: text(digits).replace(/[^0-9*#]/g, "") };
  if (reason === "speechDetected" || reason === "stt-low-confidence") {
    const alternatives = object(speech).alternatives;
    const best = object(Array.isArray(alternatives) ? alternatives[0] : undefined);
    const confidence = Math.min(1, Math.max(0, number(best.confidence) ?? 0));
    // What the recogniser itself does not trust, nobody could make out.
    return { kind: "speech", text: reason === "speechDetected" ? text(best.transcript) : "", confidence };
  }
  if (reason === "error")
    return { kind: "error", message: text(object(details).message) || "speech recognition failed" };
  return { kind: "silence" };
}

/** Null: the transfer was connected, and is over. */
export function readDial(payload: unknown): TransferFailure | null {
  const { dial_call_status, dial_sip_status } = object(payload);
  const status = text(dial_call_status);
  if (status === "completed" || status === "in-progress") return null;
  const outcome = outcomeOf(status, number(dial_sip_status));
  // Still ringing when jambonz gave up.
  const rang = ["ringing", "trying", "early-media"].includes(status);
  return outcome === "busy" ? "busy" : outcome === "no_answer" || rang ? "no_answer" : "failed";
}

export function readStatus(payload: unknown, sid: string | null): CallStatus {
  const { call_sid, parent_call_sid, call_status, call_termination_by, sip_status, sip_reason } = object(payload);
  const status = text(call_status);
  if (text(parent_call_sid) !== "" || (sid !== null && text(call_sid) !== sid))
    return status === "in-progress" ? { kind: "bridged" } : { kind: "other" };
  switch (status) {
    case "ringing":
    case "early-media":
      return { kind: "ringing" };
    case "in-progress":
      return { kind: "in_progress" };
    case "completed":
      return { kind: "completed", by_caller: call_termination_by === "caller" };
    case "busy":
    case "no-answer":
    case "failed": {
      const sip = number(sip_status);
      return {
        kind: "not_answered",
        outcome: outcomeOf(status, sip),
        sip_status: sip,
        reason: text(sip_reason) || null,
      };
    }
    default:
      return { kind: "other" };
  }
}

/** Whether answering-machine detection has found a machine. */
export function readAmd(payload: unknown): boolean {
  return object(payload).type === "amd_machine_detected";
}

/** The SIP status is finer than jambonz's own word: it calls most of what fails "failed". (RFC 3261, section 21) */
function outcomeOf(status: string, sip_status: number | null): "busy" | "no_answer" | "failed" {
  if (status === "busy" || [486, 600, 603].includes(sip_status ?? 0)) return "busy";
  if (status === "no-answer" || [408, 480, 487].includes(sip_status ?? 0)) return "no_answer";
  return "failed";
}
