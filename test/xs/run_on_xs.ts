/** Runs a program on real XS: a worker of `@agoric/xsnap`, spoken to in its own netstrings, without the globals that its library needs. */
import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { build } from "esbuild";

const WORKER = join(
  dirname(require.resolve("@agoric/xsnap/package.json")),
  "xsnap-native/xsnap/build/bin",
  process.platform === "darwin" ? "mac" : "lin",
  "release/xsnap-worker",
);

/**
 * What `play`, exported by the module at `entry`, resolves to on XS. It must be ASCII; JSON with escapes is.
 * Rejects with the exception that XS reports, or when the worker ends without an answer.
 */
export async function runOnXs(entry: string): Promise<string> {
  const bundle = await build({
    stdin: {
      contents: `import { play } from ${JSON.stringify(entry)};
        const bytes = (text) => Uint8Array.from({ length: text.length }, (_, i) => text.charCodeAt(i)).buffer;
        const tell = (kind, text) => {
          for (let i = 0; i < text.length || i === 0; i += 1000) issueCommand(bytes(kind + text.slice(i, i + 1000)));
        };
        play().then((text) => tell("=", text), (error) => tell("!", String(error && error.stack || error)));`,
      resolveDir: dirname(entry),
    },
    bundle: true,
    write: false,
    format: "iife",
    target: "es2022",
    platform: "neutral",
  });
  return evaluate(bundle.outputFiles[0]!.text);
}

function evaluate(code: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const ignored = Array<"ignore">(4).fill("ignore");
    const worker = spawn(WORKER, ["test"], { stdio: ["ignore", "ignore", "inherit", "pipe", "pipe", ...ignored] });
    const input = worker.stdio[3] as NodeJS.WritableStream;
    const output = worker.stdio[4] as NodeJS.ReadableStream;
    const send = (text: string) => input.write(netstring(Buffer.from(text)));
    let buffered = Buffer.alloc(0);
    let result = "";
    let failure = "";
    const finish = (error: Error | null) => {
      worker.kill();
      if (error) reject(error);
      else resolve(result);
    };
    worker.on("error", finish);
    worker.on("exit", () => finish(new Error("the XS worker ended without an answer")));
    output.on("data", (bytes: Buffer) => {
      buffered = Buffer.concat([buffered, bytes]);
      for (let message = shiftMessage(); message !== null; message = shiftMessage()) {
        const text = message.subarray(1).toString("latin1");
        if (message[0] === 0x3f) {
          if (text.startsWith("=")) result += text.slice(1);
          else failure += text.slice(1);
          send("/");
        } else if (message[0] === 0x2e) finish(failure ? new Error(`on XS: ${failure}`) : null);
        else finish(new Error(`on XS: ${text}`));
      }
    });
    send(`e${code}`);

    function shiftMessage(): Buffer | null {
      const colon = buffered.indexOf(":");
      if (colon < 0) return null;
      const end = colon + 1 + Number(buffered.toString("latin1", 0, colon));
      if (buffered.length <= end) return null;
      const message = buffered.subarray(colon + 1, end);
      buffered = buffered.subarray(end + 1);
      return message;
    }
  });
}

const netstring = (bytes: Buffer) => Buffer.concat([Buffer.from(`${bytes.length}:`), bytes, Buffer.from(",")]);
