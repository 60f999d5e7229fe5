/** Replays a recorded trace through the decisions: `npm run -s replay -- FILE`. */
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { parseArgs } from "node:util";
import type { ReplayEngine } from "./engine";
import { BadLine, batches } from "./lines";
import { startNodeEngine } from "./node_engine";
import { startXsEngine } from "./xs_engine";

const HELP = `usage: npm run -s replay -- [--engine node|xs] FILE

Reads a trace (JSON lines, one observation per frame) from FILE, or from standard
input where FILE is -, and prints one verdict per line.

  --engine node   decide in this process (default)
  --engine xs     decide on Moddable XS, the engine of the board; same bytes
  --help          print this

A bad line stops the replay: its number and what is wrong with it go to standard
error, the verdicts up to it have been printed, and the exit status is 1.
`;

const BATCH_LINES = 256;

/** A mistake in how the program was called, or a file that cannot be read: one line, no stack. */
class Refusal extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

interface Call {
  readonly file: string;
  readonly engine: "node" | "xs";
}

function parseCall(args: string[]): Call | "help" {
  let call: ReturnType<typeof parse>;
  try {
    call = parse(args);
  } catch (error) {
    throw new Refusal((error as Error).message, 2);
  }
  const { values, positionals } = call;
  if (values.help) return "help";
  const engine = values.engine;
  if (engine !== "node" && engine !== "xs") throw new Refusal(`--engine must be node or xs, not ${engine}`, 2);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new Refusal("give one FILE, or - for standard input", 2);
  return { file, engine };
}

function parse(args: string[]) {
  return parseArgs({
    args,
    allowPositionals: true,
    options: { engine: { type: "string", default: "node" }, help: { type: "boolean", default: false } },
  });
}

async function* input(file: string): AsyncGenerator<string> {
  const stream = file === "-" ? process.stdin : createReadStream(file);
  stream.setEncoding("utf8");
  try {
    for await (const chunk of stream) yield chunk as string;
  } catch (error) {
    throw new Refusal(`${file}: ${(error as Error).message}`, 1);
  }
}

async function print(text: string): Promise<void> {
  if (text !== "" && !process.stdout.write(text)) await once(process.stdout, "drain");
}

/** Prints the verdict of every line of `file`. */
async function replay(file: string, engine: ReplayEngine): Promise<void> {
  let done = 0;
  for await (const lines of batches(input(file), BATCH_LINES)) {
    if (lines.length === 0) continue;
    const { verdicts, bad } = await engine.replay(lines);
    await print(verdicts);
    if (bad !== null) throw new BadLine(done + bad.index + 1, bad.message);
    done += lines.length;
  }
}

async function run(args: string[]): Promise<void> {
  const call = parseCall(args);
  if (call === "help") return print(HELP);
  const engine = call.engine === "xs" ? await startXsEngine() : startNodeEngine();
  try {
    await replay(call.file, engine);
  } finally {
    await engine.close();
  }
}

// Whoever reads the verdicts may have seen enough (`| head`): that is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));

run(process.argv.slice(2)).catch((error: Error) => {
  const where = error instanceof BadLine ? `line ${error.line}: ` : "";
  process.stderr.write(`replay: ${where}${error.message}\n`);
  process.exitCode = error instanceof Refusal ? error.status : 1;
});
