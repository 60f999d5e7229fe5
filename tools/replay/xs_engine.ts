import { join } from "node:path";
import type { ReplayEngine } from "./engine";
import { bundleForXs, XsMachine } from "./xs_machine";

async function startMonitorOnXs(): Promise<XsMachine> {
  return XsMachine.start(await bundleForXs(join(__dirname, "xs_script.ts")));
}

/** Replays on real XS: reading, deciding and writing all happen there. */
export async function startXsEngine(): Promise<ReplayEngine> {
  const machine = await startMonitorOnXs();
  return {
    async replay(lines) {
      const reply = (await machine.command(`l${lines.join("\n")}`)).bytes.toString();
      const mark = reply.indexOf("\0");
      if (mark < 0) return { verdicts: reply, bad: null };
      const colon = reply.indexOf(":", mark);
      const index = Number(reply.slice(mark + 1, colon));
      return { verdicts: reply.slice(0, mark), bad: { index, message: reply.slice(colon + 1) } };
    },
    close: () => machine.close(),
  };
}

export interface XsMeter {
  readonly observations: number;
  /** XS steps to decide on all of them, without reading or writing lines. */
  readonly compute: number;
  readonly compute_per_observation: number;
  /** Slots in use after the last one, and how many more than before the first: what the monitor retains. */
  readonly heap_slots: number;
  readonly retained_slots: number;
}

/** Meters the monitor on XS over the lines of one trace. The counts are the same on every machine. */
export async function meter(lines: readonly string[]): Promise<XsMeter> {
  const machine = await startMonitorOnXs();
  try {
    await machine.command(`k${lines.join("\n")}`);
    const before = await machine.evaluate("gc()");
    const { compute } = await machine.command("o");
    const after = await machine.evaluate("gc()");
    return {
      observations: lines.length,
      compute,
      compute_per_observation: compute / lines.length,
      heap_slots: after.heap_slots,
      retained_slots: after.heap_slots - before.heap_slots,
    };
  } finally {
    await machine.close();
  }
}
