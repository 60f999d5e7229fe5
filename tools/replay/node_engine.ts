import { Monitor } from "../../src/monitor/monitor";
import { formatVerdict, parseObservation } from "../../src/monitor/trace";
import type { ReplayEngine } from "./engine";

/** Replays in this process. */
export function startNodeEngine(): ReplayEngine {
  const monitor = new Monitor();
  return {
    async replay(lines) {
      let verdicts = "";
      for (const [index, line] of lines.entries()) {
        try {
          verdicts += `${formatVerdict(monitor.observe(parseObservation(line)))}\n`;
        } catch (error) {
          return { verdicts, bad: { index, message: (error as Error).message } };
        }
      }
      return { verdicts, bad: null };
    },
    async close() {},
  };
}
