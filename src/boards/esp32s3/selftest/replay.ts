/** Replays a recorded trace and compares each verdict with the one that a computer gave. */
import { Monitor } from "../../../monitor/monitor";
import { formatVerdict, parseObservation } from "../../../monitor/trace";

/** The next line of UTF-8 text in `bytes` from `at`, without its end, and where the one after it starts. ASCII alone: traces hold no other. */
function lineAt(bytes: Uint8Array, at: number): { line: string; next: number } {
  let line = "";
  for (let from = at; ; from += 64) {
    const piece = bytes.subarray(from, Math.min(bytes.length, from + 64));
    const end = piece.indexOf(0x0a);
    line += String.fromCharCode.apply(null, (end < 0 ? piece : piece.subarray(0, end)) as unknown as number[]);
    if (end >= 0) return { line, next: from + end + 1 };
    if (from + 64 >= bytes.length) return { line, next: bytes.length };
  }
}

export interface Step {
  readonly verdict: string;
  /** Byte for byte what the computer said. */
  readonly same: boolean;
}

/**
 * One step per line of `trace`; `verdicts` holds what must come of each. A lacking or further verdict is a difference too.
 * Throws where a line is no trace.
 */
export function* replaySteps(trace: Uint8Array, verdicts: Uint8Array): Generator<Step> {
  const monitor = new Monitor();
  let expected_at = 0;
  for (let at = 0; at < trace.length; ) {
    const { line, next } = lineAt(trace, at);
    const expected = lineAt(verdicts, expected_at);
    const verdict = formatVerdict(monitor.observe(parseObservation(line)));
    yield { verdict, same: verdict === expected.line };
    at = next;
    expected_at = expected.next;
  }
  if (expected_at < verdicts.length) yield { verdict: "(the computer gave more)", same: false };
}
