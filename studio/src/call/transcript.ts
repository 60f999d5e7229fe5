import { maskKeys } from "../phone/masking";
import type { EventRow } from "./store";

export const TRANSCRIPT_KINDS = ["said", "heard", "digits", "silence"] as const;

/** What was said and pressed, from the trace. @param show_digits keys may be a PIN or a card number: dots for those who only watch */
export function transcriptOf(events: readonly EventRow[], show_digits: boolean) {
  return events.map(({ seq, at_ms, node_id, flow, kind, detail }) => ({
    seq,
    at_ms,
    to_ms: (detail["to_ms"] as number | undefined) ?? null,
    by: kind === "said" ? "bot" : "caller",
    kind,
    text: textOf(kind, detail, show_digits),
    node_id,
    flow,
    intent: (detail["intent"] as string | null | undefined) ?? null,
    confidence: kind === "heard" ? (detail["intent_confidence"] as number) : null,
    interrupted: (detail["interrupted"] as string | null | undefined) ?? null,
  }));
}

function textOf(kind: string, detail: Record<string, unknown>, show_digits: boolean): string {
  if (kind === "silence") return "";
  if (kind !== "digits") return String(detail["text"] ?? "");
  const digits = String(detail["digits"] ?? "");
  return show_digits ? digits : maskKeys(digits);
}
