/** Starts the studio as its user would and hands out its address. Each test file stops what it started. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const ROOT = resolve(__dirname, "../../..");
const READY_MS = 60_000;

/** 32 bytes; the tests' own key for secrets at rest, shared by all processes on one server. */
const TEST_KEYS = `test:${Buffer.alloc(32, 7).toString("base64")}`;

export interface StartOptions {
  /** A server's URL; otherwise the embedded database. */
  database_url?: string;
  flags?: readonly string[];
  environment?: Record<string, string>;
  /** An existing data folder, which then is not removed. */
  data?: string;
}

export interface RunningStudio {
  /** Such as http://127.0.0.1:1234/api/v1; empty where it runs workers only. */
  readonly base: string;
  readonly process: ChildProcess;
  readonly data: string;
  /** The administrator of the first run; null where another process made it. */
  readonly first_admin: { email: string; password: string } | null;
  /** Everything it printed so far, both outputs. */
  output(): string;
  /** SIGTERM, waits, removes the folder. Resolves to the exit status. */
  stop(): Promise<number | null>;
  /** SIGKILL, as when the machine loses power. */
  kill(): Promise<void>;
}

export async function startStudio(options: StartOptions = {}): Promise<RunningStudio> {
  const data = options.data ?? mkdtempSync(join(tmpdir(), "drowsyguard-studio-"));
  const { DATABASE_URL: _unset, ...inherited } = process.env;
  const child = spawn(
    process.execPath,
    [
      "--import",
      "tsx",
      "studio/src/main.ts",
      "--port",
      "0",
      "--data",
      data,
      "--rate-limit",
      "1000000",
      ...(options.flags ?? []),
    ],
    {
      cwd: ROOT,
      stdio: "pipe",
      env: {
        ...inherited,
        ...(options.database_url === undefined
          ? {}
          : { DATABASE_URL: options.database_url, STUDIO_SECRET_KEYS: TEST_KEYS }),
        ...options.environment,
      },
    },
  );
  let output = "";
  let ended = false;
  const exited = new Promise<number | null>((done) =>
    child.once("exit", (status) => {
      ended = true;
      done(status);
    }),
  );
  const clean = () => {
    if (options.data === undefined) rmSync(data, { recursive: true, force: true });
  };
  const base = await new Promise<string>((done, refuse) => {
    const timer = setTimeout(() => refuse(new Error(`not ready after ${READY_MS} ms:\n${output}`)), READY_MS);
    const read = (chunk: Buffer) => {
      output += chunk;
      const line = /studio: (?:ready at (http:\S+)|workers are running)/.exec(output);
      if (!line) return;
      clearTimeout(timer);
      done(line[1] ?? "");
    };
    child.stdout!.on("data", read);
    child.stderr!.on("data", read);
    void exited.then((status) => {
      clearTimeout(timer);
      refuse(new Error(`ended with ${status}:\n${output}`));
    });
  }).catch((error: Error) => {
    child.kill("SIGKILL");
    clean();
    throw error;
  });
  const first = /first administrator (\S+) with password (\S+)/.exec(output);
  return {
    base,
    process: child,
    data,
    first_admin: first === null ? null : { email: first[1]!, password: first[2]! },
    output: () => output,
    async stop() {
      if (!ended) child.kill("SIGTERM");
      const status = await exited;
      clean();
      return status;
    },
    async kill() {
      child.kill("SIGKILL");
      await exited;
      clean();
    },
  };
}
