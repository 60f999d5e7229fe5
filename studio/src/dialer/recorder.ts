import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { RECORDINGS_FOLDER } from "../call/recordings_folder";
import type { TraceEvent } from "../runtime/trace";
import { espeak } from "../voice/recording/espeak";
import { planOf } from "../voice/recording/plan_of_call";
import { writeRecording } from "../voice/recording/write";

export interface RecordedCall {
  id: string;
  tenant_id: string;
  language: string;
}

/** Makes the recording of a simulated call that has ended; resolves to its path beneath the recordings' folder, null where nothing was said. */
export type Recorder = (call: RecordedCall, events: readonly TraceEvent[]) => Promise<string | null>;

/** A recorder that writes under `data`. What goes wrong is a call without a recording, not a call without an end. */
export function recorder(data: string, onFault: (error: Error, call_id: string) => void): Recorder {
  const voice = espeak();
  return async (call, events) => {
    const plan = planOf(events, call.language);
    if (plan.segments.length === 0) return null;
    const name = join(call.tenant_id, `${call.id}.wav`);
    try {
      mkdirSync(join(data, RECORDINGS_FOLDER, call.tenant_id), { recursive: true, mode: 0o700 });
      await writeRecording(join(data, RECORDINGS_FOLDER, name), plan, voice);
      return name;
    } catch (error) {
      onFault(error as Error, call.id);
      return null;
    }
  };
}
