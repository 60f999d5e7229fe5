/** The replay program, as a person or a pipe uses it. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runReplay, startReplay } from "./cli";

jest.setTimeout(60_000);

const GOOD = '{"t_ms":0,"health":"ok"}';
const line = (t_ms: number) => `{"t_ms":${t_ms},"health":"ok","detect":[]}`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "replay-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function file(text: string): string {
  const path = join(folder, `${Math.random()}.jsonl`);
  writeFileSync(path, text);
  return path;
}

describe("replay", () => {
  test("explains itself", async () => {
    const { stdout, stderr, status } = await runReplay(["--help"]);
    expect(status).toBe(0);
    expect(stderr).toBe("");
    expect(stdout).toContain("usage: npm run -s replay -- [--engine node|xs] FILE");
  });

  test.each([
    [[], "replay: give one FILE, or - for standard input\n"],
    [["a", "b"], "replay: give one FILE, or - for standard input\n"],
    [["--engine", "v8", "-"], "replay: --engine must be node or xs, not v8\n"],
    [["--fast", "-"], "replay: Unknown option '--fast'"],
  ])("refuses to be called with %j", async (args, message) => {
    const { stdout, stderr, status } = await runReplay(args);
    expect(status).toBe(2);
    expect(stdout).toBe("");
    expect(stderr.startsWith(message)).toBe(true);
    expect(stderr.split("\n")).toHaveLength(2);
  });

  test("names a file that cannot be read", async () => {
    const { stderr, status } = await runReplay([join(folder, "none.jsonl")]);
    expect(status).toBe(1);
    expect(stderr).toContain("none.jsonl");
    expect(stderr).toContain("ENOENT");
  });

  test.each(["node", "xs"])(
    "on %s prints the verdicts before a bad line, then stops with its number",
    async (engine) => {
      const input = `${line(0)}\n${line(40)}\n{"t_ms":80,"health":"fine"}\n${line(120)}\n`;
      const { stdout, stderr, status } = await runReplay(["--engine", engine, "-"], input);
      expect(status).toBe(1);
      expect(stdout.split("\n")).toHaveLength(3);
      expect(stderr).toBe('replay: line 3: health must be "ok", "camera-fault" or "model-fault"\n');
    },
  );

  test("counts lines over many batches", async () => {
    const lines = Array.from({ length: 1000 }, (_, i) => line(i * 40));
    lines[777] = "{";
    const { stdout, stderr, status } = await runReplay([file(lines.join("\n"))]);
    expect(status).toBe(1);
    expect(stdout.split("\n")).toHaveLength(778);
    expect(stderr).toBe("replay: line 778: not a JSON object\n");
  });

  test("reads what other systems write: carriage returns, a byte order mark, no last line feed, empty lines at the end", async () => {
    const plain = await runReplay(["-"], `${line(0)}\n${line(40)}\n`);
    expect(plain.status).toBe(0);
    for (const text of [
      `\uFEFF${line(0)}\r\n${line(40)}\r\n`,
      `${line(0)}\n${line(40)}`,
      `${line(0)}\n${line(40)}\n\n \n`,
    ]) {
      expect(await runReplay([file(text)])).toEqual(plain);
    }
  });

  test("refuses an empty line between lines", async () => {
    const { stderr, status } = await runReplay(["-"], `${line(0)}\n\n${line(40)}\n`);
    expect([stderr, status]).toEqual(["replay: line 2: not a JSON object\n", 1]);
  });

  test("of nothing is nothing", async () => {
    expect(await runReplay(["-"], "")).toEqual({ stdout: "", stderr: "", status: 0 });
  });

  test.each(["node", "xs"])("on %s refuses lines made to exhaust it", async (engine) => {
    const deep = `${line(0)}\n${"[".repeat(5000)}${"]".repeat(5000)}\n`;
    expect(await runReplay(["--engine", engine, "-"], deep)).toMatchObject({
      status: 1,
      stderr: "replay: line 2: nested too deep\n",
    });
    const long = `${line(0)}\n{"t_ms":1,"x":"${"y".repeat(3_000_000)}"}\n`;
    expect(await runReplay(["--engine", engine, "-"], long)).toMatchObject({
      status: 1,
      stderr: "replay: line 2: longer than 65536 characters\n",
    });
  });

  test.each(["node", "xs"])("on %s answers a line before the next one comes", async (engine) => {
    const child = startReplay(["--engine", engine, "-"]);
    const answer = () => new Promise<string>((resolve) => child.stdout.once("data", (data) => resolve(String(data))));
    child.stdin.write(`${line(0)}\n`);
    expect(await answer()).toContain('"t_ms":0,');
    child.stdin.write(`${line(40)}\n${line(80).slice(0, 9)}`);
    expect(await answer()).toContain('"t_ms":40,');
    child.stdin.end(line(80).slice(9));
    expect(await answer()).toContain('"t_ms":80,');
    await new Promise((resolve) => child.once("close", resolve));
  });

  test.each(["node", "xs"])("on %s ends quietly when its reader has seen enough", async (engine) => {
    const child = startReplay(["--engine", engine, "-"]);
    let stderr = "";
    child.stderr.on("data", (data) => {
      stderr += data;
    });
    const closed = new Promise<number | null>((resolve) => child.once("close", resolve));
    child.stdin.on("error", () => {});
    child.stdout.once("data", () => child.stdout.destroy());
    child.stdin.write(`${GOOD}\n`.repeat(20_000));
    const more = setInterval(() => child.stdin.write(`${GOOD}\n`), 20);
    expect(await closed).toBe(0);
    clearInterval(more);
    expect(stderr).toBe("");
  });
});
