/** Small helpers of the benchmarks. */
import { type Context, eventually, getDocument } from "../../test/conformance/context";

/** The value below which a share of the samples lies, by nearest rank. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** Waits until models are loaded and the driver is seen: the unit at its normal work. */
export async function waitForDriver({ base }: Context): Promise<void> {
  await eventually("the driver is present", 60_000, async () => {
    const status = await getDocument(`${base}/api/status`);
    return status.presence.state === "present" ? true : null;
  });
}
