/** The house rules of imports: arrows run downwards, no cycles, and only named places know Node. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { arrows, cyclesOf, files, name, ROOT, specifiers } from "./graph";

const SRC = join(ROOT, "src");

/** A folder (or top file) may import those of a lower level, and itself. Boards are the outermost adapters. */
const LEVEL: Record<string, number> = {
  monitor: 0,
  "constants.ts": 0,
  "log.ts": 0,
  board: 1,
  http: 2,
  store: 2,
  mqtt: 3,
  wifi: 3,
  announce: 3,
  console: 4,
  control: 4,
  stream: 4,
  "preview.ts": 4,
  "unit.ts": 5,
  boards: 6,
  "main.ts": 7,
};
/** What `boards/esp32s3/sdk.d.ts` declares is what there is of the SDK; native modules stand in `native/esp32s3`, one a folder. */
const SDK_MODULES = [
  ...readFileSync(join(SRC, "boards/esp32s3/sdk.d.ts"), "utf8").matchAll(/^declare module "([^"]+)"/gm),
].map((match) => match[1]!);
const NATIVE_MODULES = readdirSync(join(ROOT, "native/esp32s3")).map((folder) => `dg/${folder}`);
/** Bundled into the image by `tools/board`. */
const BUNDLED = ["mqtt-packet"];

const isTheSdks = (specifier: string) => [...SDK_MODULES, ...NATIVE_MODULES, ...BUNDLED].includes(specifier);
const PACKAGES = Object.keys(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).dependencies);
const isNodes = (specifier: string) =>
  specifier.startsWith("node:") || PACKAGES.some((one) => specifier === one || specifier.startsWith(`${one}/`));

const place = (path: string) => relative(SRC, path).split("/")[0]!;

const sources = files(SRC).filter((path) => place(path) !== "page");
const inside = arrows(sources);

describe("the house", () => {
  test("every place under src has a level", () => {
    expect([...new Set(sources.map(place))].filter((p) => LEVEL[p] === undefined)).toEqual([]);
  });

  test("imports run downwards", () => {
    const upward = inside
      .filter(({ from, to }) => place(from) !== place(to) && LEVEL[place(to)]! >= LEVEL[place(from)]!)
      .map(({ from, to }) => `${name(from)} -> ${name(to)}`);
    expect(upward).toEqual([]);
  });

  test("nothing outside boards imports a board's own files, and boards do not know each other", () => {
    const board = (path: string) => relative(join(SRC, "boards"), path).split("/")[0]!;
    const wrong = inside
      .filter(({ to }) => place(to) === "boards")
      .filter(({ from, to }) => !(place(from) === "boards" && board(from) === board(to)) && place(from) !== "main.ts")
      .map(({ from, to }) => `${name(from)} -> ${name(to)}`);
    expect(wrong).toEqual([]);
  });

  test("monitor imports nothing outside itself", () => {
    const wrong = sources
      .filter((path) => place(path) === "monitor")
      .flatMap((path) => specifiers(path).map((specifier) => `${name(path)} -> ${specifier}`))
      .filter((line) => !line.includes("-> ./"));
    expect(wrong).toEqual([]);
  });

  test("only boards/host knows Node and npm packages, only boards/esp32s3 the SDK's modules and the native ones", () => {
    const outside = (path: string) => specifiers(path).filter((specifier) => !specifier.startsWith("."));
    const wrong = sources.flatMap((path) => {
      const [, board = ""] = relative(SRC, path).split("/");
      const allowed = place(path) !== "boards" ? () => false : board === "host" ? isNodes : isTheSdks;
      return outside(path)
        .filter((specifier) => !allowed(specifier))
        .map((specifier) => `${name(path)} -> ${specifier}`);
    });
    expect(wrong).toEqual([]);
  });

  test("there is no cycle", () => {
    expect(cyclesOf(sources, inside)).toEqual([]);
  });

  test("the lockfile names no address to download from", () => {
    expect(readFileSync(join(ROOT, "package-lock.json"), "utf8")).not.toMatch(/https?:\/\/[^"]*\.tgz/);
  });
});
