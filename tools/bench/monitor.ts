/** Speed of the decisions: observations per second on Node, XS steps per observation. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { performance } from "node:perf_hooks";
import { Monitor } from "../../src/monitor/monitor";
import { parseObservation } from "../../src/monitor/trace";
import { meter } from "../replay/xs_engine";
import type { Figure } from "./figure";

const TRACES = resolve(__dirname, "../../test/traces");
const RUN_MS = 2000;

/** All committed traces, one after another: a driver who does everything. */
function traceLines(): string[] {
  return readdirSync(TRACES)
    .filter((name) => name.endsWith(".jsonl"))
    .sort()
    .flatMap((name) => readFileSync(join(TRACES, name), "utf8").trimEnd().split("\n"));
}

export async function benchMonitor(): Promise<Figure[]> {
  const observations = traceLines().map(parseObservation);
  let judged = 0;
  const started = performance.now();
  while (performance.now() - started < RUN_MS) {
    const monitor = new Monitor();
    for (const observation of observations) monitor.observe(observation);
    judged += observations.length;
  }
  const seconds = (performance.now() - started) / 1000;
  return [{ name: "decisions on Node", value: judged / seconds, unit: "observations/s" }];
}

export async function benchXs(): Promise<Figure[]> {
  const { compute_per_observation, retained_slots } = await meter(traceLines());
  return [
    { name: "decisions on XS", value: compute_per_observation, unit: "compute/observation" },
    { name: "kept by the monitor on XS", value: retained_slots, unit: "slots" },
  ];
}
