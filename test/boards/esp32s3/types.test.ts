/** The board's TypeScript against the declarations of the SDK's modules, without Node's or the browser's types. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

const ROOT = resolve(__dirname, "../../..");
const tsc = (...args: string[]) =>
  spawnSync(resolve(ROOT, "node_modules/.bin/tsc"), ["-p", "tsconfig.portable.json", ...args], {
    cwd: ROOT,
    encoding: "utf8",
  });

test("fits the Board, the SDK and the native modules", () => {
  const { status, stdout } = tsc();
  expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
}, 60_000);

test("is looked at as a whole: the entry, the board, the self-test", () => {
  const { stdout } = tsc("--listFilesOnly");
  for (const file of [
    "src/main.ts",
    "boards/esp32s3/board.ts",
    "selftest/main.ts",
    "native/esp32s3/vision/vision.d.ts",
  ])
    expect(stdout).toContain(file);
  expect(stdout).not.toMatch(/@types\/node|boards\/host/);
}, 60_000);

test("declares no module of the SDK that nobody imports", () => {
  const declared = [
    ...readFileSync(resolve(ROOT, "src/boards/esp32s3/sdk.d.ts"), "utf8").matchAll(/^declare module "([^"]+)"/gm),
  ];
  const sources = ["assets", "board"].map((name) =>
    readFileSync(resolve(ROOT, `src/boards/esp32s3/${name}.ts`), "utf8"),
  );
  for (const [, name] of declared) expect(sources.join("\n")).toContain(` from "${name}"`);
});
