/** Starts the dashboard as its user would and hands out its address. Each test file stops what it started. */
import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";

const ROOT = resolve(__dirname, "../..");
const READY_MS = 30_000;

export interface RunningDashboard {
  /** Without a slash at the end. */
  readonly base: string;
  readonly process: ChildProcess;
  /** Everything it printed so far, both outputs. */
  output(): string;
  /** SIGTERM and wait. Resolves to the exit status; kills after 5 s and then resolves to null. */
  stop(): Promise<number | null>;
}

/** Runs the program with these flags to its end. */
export function runDashboard(flags: readonly string[]): Promise<{ status: number | null; output: string }> {
  const child = spawnDashboard(flags);
  let output = "";
  child.stdout!.on("data", (chunk) => {
    output += chunk;
  });
  child.stderr!.on("data", (chunk) => {
    output += chunk;
  });
  return new Promise((done) => child.once("close", (status) => done({ status, output })));
}

function spawnDashboard(flags: readonly string[]): ChildProcess {
  return spawn(process.execPath, ["--import", "tsx", "dashboard/src/main.ts", ...flags], { cwd: ROOT, stdio: "pipe" });
}

/** The dashboard's program with these flags, on a free port. Rejects with its output when it ends before it is ready. */
export async function startDashboard(flags: readonly string[] = []): Promise<RunningDashboard> {
  const child = spawnDashboard(["--port", "0", ...flags]);
  let output = "";
  const ended = new Promise<number | null>((done) => child.once("exit", (status) => done(status)));
  const ready = new Promise<string>((done, refuse) => {
    const timer = setTimeout(() => refuse(new Error(`not ready after ${READY_MS} ms:\n${output}`)), READY_MS);
    const read = (chunk: Buffer) => {
      output += chunk;
      const line = /dashboard is ready: (http:\S+)/.exec(output);
      if (!line) return;
      clearTimeout(timer);
      done(line[1]!);
    };
    child.stdout!.on("data", read);
    child.stderr!.on("data", read);
    void ended.then((status) => {
      clearTimeout(timer);
      refuse(new Error(`ended with ${status}:\n${output}`));
    });
  });
  let base: string;
  try {
    base = await ready;
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
  return {
    base,
    process: child,
    output: () => output,
    async stop() {
      child.kill("SIGTERM");
      const force = setTimeout(() => child.kill("SIGKILL"), 5000);
      const status = await ended;
      clearTimeout(force);
      return status;
    },
  };
}
