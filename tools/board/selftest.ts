/** What the self-test image replays, and what must come out: the verdicts of this computer. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { startNodeEngine } from "../replay/node_engine";

/** The committed trace with the most arithmetic in it: noise, lost frames, false faces, every kind of reading. */
export const SELFTEST_TRACE = resolve(__dirname, "../../test/traces/poor-camera-10fps.jsonl");

export interface Replay {
  readonly trace: string;
  /** One verdict a line, as `npm run -s replay` prints them. */
  readonly verdicts: string;
}

/** Rejects where a line of the trace is bad. */
export async function replaySelftest(file = SELFTEST_TRACE): Promise<Replay> {
  const trace = readFileSync(file, "utf8");
  const engine = startNodeEngine();
  const { verdicts, bad } = await engine.replay(trace.trimEnd().split("\n"));
  await engine.close();
  if (bad) throw new Error(`${file}: line ${bad.index + 1}: ${bad.message}`);
  return { trace, verdicts };
}
