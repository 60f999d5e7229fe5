/** What three people get who watch the dashboard at once, each with all three streams and the page's 5 Hz of state. */
import { type RunningDashboard, startDashboard } from "../../dashboard/test/running_dashboard";
import { eventually, getDocument } from "../../test/conformance/context";
import type { Figure } from "./figure";
import { watch } from "./stream";

const VIEWERS = 3;
const POLL_MS = 200;

async function measure({ base }: RunningDashboard): Promise<Figure[]> {
  const streams = (path: string) => Array.from({ length: VIEWERS }, () => watch(`${base}${path}`));
  const polls = Array.from({ length: VIEWERS }, () => setInterval(() => void getDocument(`${base}/state`), POLL_MS));
  try {
    const [annotated, input, eyes] = await Promise.all(
      ["/stream", "/input-stream", "/eye-stream"].map((path) => Promise.all(streams(path))),
    );
    const { fps } = await getDocument(`${base}/state`);
    const name = `${VIEWERS} viewers:`;
    return [
      { name: `${name} slowest /stream`, value: Math.min(...annotated!), unit: "frames/s" },
      { name: `${name} slowest /input-stream`, value: Math.min(...input!), unit: "frames/s" },
      { name: `${name} slowest /eye-stream`, value: Math.min(...eyes!), unit: "frames/s" },
      { name: `${name} decisions`, value: fps, unit: "frames/s" },
    ];
  } finally {
    for (const poll of polls) clearInterval(poll);
  }
}

export async function benchDashboard(): Promise<Figure[]> {
  const dashboard = await startDashboard(["--camera", "sim:alert"]);
  try {
    await eventually("the driver is present", 60_000, async () => {
      const { presence } = await getDocument(`${dashboard.base}/state`);
      return presence.state === "present" ? true : null;
    });
    return await measure(dashboard);
  } finally {
    await dashboard.stop();
  }
}
