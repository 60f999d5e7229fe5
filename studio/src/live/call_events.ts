import type { TraceEvent } from "../runtime/trace";
import type { LiveEvent } from "./emit";

/** What every live event of a call names. */
export interface LiveCall {
  call_id: string;
  project_id: string;
  campaign_id: string | null;
}

/** What was said and pressed, as live events. `kind` tells keys from words: only some people may read keys. */
export function saidEvents(call: LiveCall, trace: readonly TraceEvent[]): LiveEvent[] {
  return trace.flatMap((event): LiveEvent[] => {
    if (event.kind !== "said" && event.kind !== "heard" && event.kind !== "digits") return [];
    const { kind, flow, node_id, at_ms } = event;
    const by = kind === "said" ? "bot" : "caller";
    const text = kind === "digits" ? event.digits : event.text;
    const intent = kind === "heard" ? event.intent : null;
    return [{ type: "call.said", data: { ...call, flow, node_id, at_ms, by, kind, text, intent } }];
  });
}
