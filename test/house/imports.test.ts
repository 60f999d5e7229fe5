/** The house rules of imports: arrows run downwards, no cycles, and only named places know Node. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

const ROOT = resolve(__dirname, "../..");
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
const SOURCES = /\.(ts|js)$/;

function files(dir: string): string[] {
  return readdirSync(dir).flatMap((name) => {
    const path = join(dir, name);
    if (statSync(path).isDirectory()) return files(path);
    return SOURCES.test(name) ? [path] : [];
  });
}

function specifiers(path: string): string[] {
  const text = readFileSync(path, "utf8");
  const found = [
    ...text.matchAll(/^\s*(?:import|export)\s[^"';]*?from\s+["']([^"']+)["']/gm),
    ...text.matchAll(/^\s*import\s+["']([^"']+)["']/gm),
    ...text.matchAll(/\b(?:import|require)\(\s*["']([^"']+)["']\s*\)/g),
  ];
  return found.map((match) => match[1]!);
}

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
const name = (path: string) => relative(ROOT, path);

function target(from: string, specifier: string): string {
  const base = resolve(dirname(from), specifier);
  const hit = [base, `${base}.ts`, `${base}.js`, join(base, "index.ts")].find(
    (path) => SOURCES.test(path) && statSync(path, { throwIfNoEntry: false })?.isFile(),
  );
  if (!hit) throw new Error(`${name(from)} imports ${specifier}, which is no file`);
  return hit;
}

const sources = files(SRC).filter((path) => place(path) !== "page");
const inside = sources.flatMap((from) =>
  specifiers(from)
    .filter((specifier) => specifier.startsWith("."))
    .filter((specifier) => !/\.(json|node)$/.test(specifier))
    .map((specifier) => ({ from, to: target(from, specifier) })),
);

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
    const next = new Map<string, string[]>();
    for (const { from, to } of inside) next.set(from, [...(next.get(from) ?? []), to]);
    const done = new Set<string>();
    const cycles: string[] = [];
    const walk = (path: string, trail: string[]): void => {
      if (trail.includes(path)) {
        cycles.push([...trail.slice(trail.indexOf(path)), path].map(name).join(" -> "));
        return;
      }
      if (done.has(path)) return;
      for (const to of next.get(path) ?? []) walk(to, [...trail, path]);
      done.add(path);
    };
    for (const path of sources) walk(path, []);
    expect(cycles).toEqual([]);
  });

  test("the lockfile names no address to download from", () => {
    expect(readFileSync(join(ROOT, "package-lock.json"), "utf8")).not.toMatch(/https?:\/\/[^"]*\.tgz/);
  });
});
