import type { TraceEvent } from "../../runtime/trace";
import { speakingMs } from "../pace";
import type { RecordingPlan, Segment } from "./plan";

/**
 * What was to be heard in a call, by its trace.
 * @param trace all events of one run, or those so far
 */
export function planOf(trace: readonly TraceEvent[], language: string): RecordingPlan {
  const segments: Segment[] = [];
  let duration_ms = 0;
  for (const event of trace) {
    duration_ms = Math.max(duration_ms, "to_ms" in event ? event.to_ms : event.at_ms);
    const sound = soundOf(event);
    const from_ms = Math.max(event.at_ms, segments.at(-1)?.to_ms ?? 0);
    if (sound !== null && "to_ms" in event && event.to_ms > from_ms)
      segments.push({ from_ms, to_ms: event.to_ms, sound });
  }
  return { language, duration_ms, segments };
}

function soundOf(event: TraceEvent): Segment["sound"] | null {
  switch (event.kind) {
    case "said":
      return {
        kind: "speech",
        speaker: "bot",
        text: event.text,
        // A sentence that was cut off must not be hurried.
        whole_ms: Math.max(event.interrupted === null ? 0 : speakingMs(event.text), event.to_ms - event.at_ms),
      };
    case "heard":
      if (event.text === "") return { kind: "mumble" };
      return { kind: "speech", speaker: "caller", text: event.text, whole_ms: event.to_ms - event.at_ms };
    case "digits":
      return { kind: "keys", digits: event.digits };
    case "transferred":
      return { kind: "ringing" };
    default:
      return null;
  }
}
