import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { aside, TooLong } from "../../src/thread/aside";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "aside-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const written = (name: string, source: string) => {
  const file = join(folder, name);
  writeFileSync(file, `import { parentPort, workerData } from "node:worker_threads";\n${source}\n`);
  return file;
};

test("a module works in a thread of its own, on what it was given", async () => {
  const file = written("sum.ts", "parentPort!.postMessage((workerData as number[]).reduce((a: number, b) => a + b));");
  await expect(aside(file, [1, 2, 3], 20_000)).resolves.toBe(6);
});

test("what it throws comes back, silence and a thread without an end are errors", async () => {
  await expect(aside(written("throw.ts", 'throw new Error("no " + workerData);'), "luck", 20_000)).rejects.toThrow(
    "no luck",
  );
  await expect(aside(written("silent.ts", "void parentPort, workerData;"), null, 20_000)).rejects.toThrow(
    "without a result",
  );
  const endless = written("endless.ts", "void parentPort, workerData; for (;;);");
  await expect(aside(endless, null, 500)).rejects.toThrow(TooLong);
});
