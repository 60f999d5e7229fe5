/** Requests per second and latency of /api/status, over loopback, against the whole unit at work. */
import { Agent, request } from "node:http";
import { performance } from "node:perf_hooks";
import { type RunningUnit, startUnit } from "../../test/conformance/running_unit";
import type { Figure } from "./figure";
import { percentile, waitForDriver } from "./measure";

const CONNECTIONS = 4;
const LOAD_MS = 5000;

function get(agent: Agent, url: string): Promise<void> {
  return new Promise((done, refuse) => {
    request(url, { agent }, (response) => {
      response.resume();
      response.on("end", () =>
        response.statusCode === 200 ? done() : refuse(new Error(`HTTP ${response.statusCode}`)),
      );
    })
      .on("error", refuse)
      .end();
  });
}

async function load(unit: RunningUnit): Promise<Figure[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const took_ms: number[] = [];
  const started = performance.now();
  const client = async () => {
    while (performance.now() - started < LOAD_MS) {
      const at = performance.now();
      await get(agent, `${unit.base}/api/status`);
      took_ms.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  const seconds = (performance.now() - started) / 1000;
  agent.destroy();
  return [
    { name: `/api/status, ${CONNECTIONS} connections`, value: took_ms.length / seconds, unit: "requests/s" },
    { name: "/api/status, median", value: percentile(took_ms, 0.5), unit: "ms" },
    { name: "/api/status, p99", value: percentile(took_ms, 0.99), unit: "ms" },
  ];
}

export async function benchHttp(): Promise<Figure[]> {
  const unit = await startUnit(["--camera", "sim:alert"]);
  try {
    await waitForDriver(unit);
    return await load(unit);
  } finally {
    await unit.stop();
  }
}
