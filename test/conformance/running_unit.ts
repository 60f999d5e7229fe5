/** Starts the unit as its user would and hands out its addresses. Each test file stops what it started. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Context } from "./context";

const ROOT = resolve(__dirname, "../..");
const READY_MS = 30_000;

export interface RunningUnit extends Context {
  readonly process: ChildProcess;
  /** The unit's own folder, empty at the start. */
  readonly data: string;
  /** Everything it printed so far, both outputs. */
  output(): string;
  /** SIGTERM, waits, removes the folder. Resolves to the exit status; kills after 5 s and then resolves to null. */
  stop(): Promise<number | null>;
}

/** The unit's program with these flags, ports chosen free. Rejects with its output when it ends before it is ready. */
export async function startUnit(flags: readonly string[] = []): Promise<RunningUnit> {
  const data = mkdtempSync(join(tmpdir(), "drowsyguard-unit-"));
  const ports = ["--control-port", "0", "--stream-port", "0", "--speaker", "none"];
  const child = spawn(
    process.execPath,
    ["--import", "tsx", "src/boards/host/main.ts", ...ports, "--data", data, ...flags],
    { cwd: ROOT, stdio: "pipe" },
  );
  let output = "";
  const ended = new Promise<number | null>((done) => child.once("exit", (status) => done(status)));
  const ready = new Promise<Context>((done, refuse) => {
    const timer = setTimeout(() => refuse(new Error(`not ready after ${READY_MS} ms:\n${output}`)), READY_MS);
    const read = (chunk: Buffer) => {
      output += chunk;
      const line = /control (http:\S+) {2}stream (http:\S+)/.exec(output);
      if (!line) return;
      clearTimeout(timer);
      done({ base: line[1]!, stream: line[2]! });
    };
    child.stdout!.on("data", read);
    child.stderr!.on("data", read);
    void ended.then((status) => {
      clearTimeout(timer);
      refuse(new Error(`ended with ${status}:\n${output}`));
    });
  });
  const clean = () => rmSync(data, { recursive: true, force: true });
  let context: Context;
  try {
    context = await ready;
  } catch (error) {
    child.kill("SIGKILL");
    clean();
    throw error;
  }
  return {
    ...context,
    process: child,
    data,
    output: () => output,
    async stop() {
      child.kill("SIGTERM");
      const force = setTimeout(() => child.kill("SIGKILL"), 5000);
      const status = await ended;
      clearTimeout(force);
      clean();
      return status;
    },
  };
}
