/** The script that runs on XS: reads trace lines, lets the monitor decide, answers with verdict lines. */
import { Monitor } from "../../src/monitor/monitor";
import type { FrameObservation } from "../../src/monitor/observation";
import { formatVerdict, parseObservation } from "../../src/monitor/trace";

const monitor = new Monitor();
const decoder = new TextDecoder();
const encoder = new TextEncoder();
/** Observations kept aside by `keep`, so that `observe` can be metered without reading and writing lines. */
let kept: FrameObservation[] = [];

/** Verdict lines, and where a line was bad: U+0000, its index in the batch, a colon and why. */
function replay(lines: string[]): string {
  let out = "";
  for (const [i, line] of lines.entries()) {
    try {
      out += `${formatVerdict(monitor.observe(parseObservation(line)))}\n`;
    } catch (error) {
      return `${out}\0${i}:${(error as Error).message}`;
    }
  }
  return out;
}

function handle(request: string): string {
  const lines = request.slice(1).split("\n");
  if (request[0] === "l") return replay(lines);
  if (request[0] === "k") kept = lines.map(parseObservation);
  else for (const observation of kept) monitor.observe(observation);
  return "";
}

Object.assign(globalThis, {
  handleCommand: (request: ArrayBuffer): ArrayBuffer =>
    encoder.encode(handle(decoder.decode(request))).buffer as ArrayBuffer,
});
