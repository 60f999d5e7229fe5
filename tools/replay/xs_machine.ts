/**
 * A machine running Moddable XS, the engine of the board, on this computer: evaluates one bundled script and then
 * exchanges messages with it. The worker comes compiled with the package @agoric/xsnap; it speaks netstrings on file
 * descriptors 3 (in) and 4 (out).
 *
 * The script runs bare: no timers, no console, no modules. It answers messages through a global function:
 * `globalThis.handleCommand = (request: ArrayBuffer): ArrayBuffer => ...`
 */
import { type ChildProcess, spawn } from "node:child_process";
import { dirname, join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { build } from "esbuild";
import { bufferForFrozenBuiltIns } from "../mqtt/frozen_built_ins";
import { NetstringReader, netstring } from "./netstring";

export interface XsReply {
  readonly bytes: Buffer;
  /** Steps that XS counted for this message; the same on every machine. */
  readonly compute: number;
  /** Slots in use after this message; 32 bytes each here, 16 on the board. */
  readonly heap_slots: number;
}

const PLATFORMS: Readonly<Record<string, string>> = { linux: "lin", darwin: "mac" };

function workerPath(): string {
  const platform = PLATFORMS[process.platform];
  if (platform === undefined) throw new Error(`the XS engine is not available on ${process.platform}`);
  const home = dirname(require.resolve("@agoric/xsnap/package.json"));
  return join(home, "xsnap-native", "xsnap", "build", "bin", platform, "release", "xsnap-worker");
}

/** TypeScript that stands in no file; `resolveDir` is the folder that its imports start from. */
export interface Source {
  readonly contents: string;
  readonly resolveDir: string;
}

/**
 * Bundles the TypeScript module at `entry` (or `entry` itself) and all it imports into one script that XS evaluates. `alias`
 * puts other modules in the place of npm packages.
 */
export async function bundleForXs(
  entry: string | Source,
  alias: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { outputFiles } = await build({
    ...(typeof entry === "string" ? { entryPoints: [entry] } : { stdin: entry }),
    bundle: true,
    write: false,
    format: "iife",
    platform: "neutral",
    mainFields: ["main"],
    alias,
    plugins: [bufferForFrozenBuiltIns],
    target: "es2022",
    logLevel: "silent",
  });
  const [bundle] = outputFiles;
  if (bundle === undefined) throw new Error("the XS script gave no bundle");
  return bundle.text;
}

export class XsMachine {
  private readonly replies = new NetstringReader();
  private readonly waiting: { resolve(reply: XsReply): void; reject(error: Error): void }[] = [];
  private ended: Error | null = null;
  private stderr = "";

  private constructor(private readonly worker: ChildProcess) {
    const output = worker.stdio[4] as Readable;
    output.on("data", (chunk: Buffer) => {
      for (const message of this.replies.push(chunk)) this.answer(message);
    });
    // Writing to a worker that is gone fails here; its exit tells why.
    this.input.on("error", () => {});
    worker.stderr?.on("data", (chunk: Buffer) => {
      this.stderr = (this.stderr + chunk.toString()).slice(-2000);
    });
    worker.once("error", (error) => this.end(`the XS engine did not start: ${error.message}`));
    worker.once("close", (code) => this.end(`the XS engine stopped with code ${code}: ${this.stderr.trim()}`));
  }

  /** Starts a machine and evaluates `script` on it. */
  static async start(script: string): Promise<XsMachine> {
    const worker = spawn(workerPath(), ["replay"], { stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"] });
    const machine = new XsMachine(worker);
    try {
      await machine.evaluate(script);
    } catch (error) {
      await machine.close();
      throw error;
    }
    return machine;
  }

  /** Evaluates `script` in the global scope. Rejects with what it threw. */
  evaluate(script: string): Promise<XsReply> {
    return this.send("e", script);
  }

  /** Hands `request` to the script's `handleCommand`. Rejects with what it threw. */
  command(request: string): Promise<XsReply> {
    return this.send("?", request);
  }

  /** Ends the machine; resolves when its process is gone. */
  async close(): Promise<void> {
    if (this.ended !== null) return;
    const gone = new Promise((resolve) => this.worker.once("close", resolve));
    this.worker.kill();
    await gone;
  }

  private get input(): Writable {
    return this.worker.stdio[3] as Writable;
  }

  private send(kind: string, text: string): Promise<XsReply> {
    return new Promise((resolve, reject) => {
      if (this.ended !== null) {
        reject(this.ended);
        return;
      }
      this.waiting.push({ resolve, reject });
      this.input.write(netstring(kind + text));
    });
  }

  /** `.{"compute":...}` 0x01 reply, or `!` and what was thrown. */
  private answer(message: Buffer): void {
    const request = this.waiting.shift();
    if (request === undefined) return;
    if (message[0] !== 0x2e) {
      request.reject(new Error(message.toString("utf8", 1)));
      return;
    }
    const end = message.indexOf(1);
    const meter = JSON.parse(message.toString("utf8", 1, end)) as { compute: number; currentHeapCount: number };
    request.resolve({ bytes: message.subarray(end + 1), compute: meter.compute, heap_slots: meter.currentHeapCount });
  }

  private end(reason: string): void {
    this.ended ??= new Error(reason);
    for (const { reject } of this.waiting.splice(0)) reject(this.ended);
  }
}
