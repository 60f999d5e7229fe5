import { spawn } from "node:child_process";
import { join } from "node:path";

const ROOT = join(__dirname, "..", "..");

export interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number | null;
}

/** Starts the replay program as `npm run -s replay -- ARGS` does. */
export function startReplay(args: readonly string[]) {
  return spawn(process.execPath, ["--import", "tsx", "tools/replay/main.ts", ...args], { cwd: ROOT, stdio: "pipe" });
}

/** Runs it to its end; `input` goes to its standard input. */
export function runReplay(args: readonly string[], input = ""): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = startReplay(args);
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (chunk) => {
      stdout += chunk;
    });
    child.stderr.setEncoding("utf8").on("data", (chunk) => {
      stderr += chunk;
    });
    child.once("error", reject);
    child.once("close", (status) => resolve({ stdout, stderr, status }));
    // It may have ended before it read everything.
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}
