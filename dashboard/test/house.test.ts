/** The house rules of imports, for the dashboard: what it may lean on, and that nothing of the unit leans on it. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

const ROOT = resolve(__dirname, "../..");
/** Folders of the project that the dashboard's program may import. */
const ALLOWED = [
  "dashboard/src/",
  "src/monitor/",
  "src/boards/host/",
  "src/board/",
  "src/http/",
  "src/constants",
  "tools/replay/lines",
];

function sources(folder: string): string[] {
  const all = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" });
  return all.filter((name) => /\.tsx?$/.test(name)).map((name) => join(ROOT, folder, name));
}

/** Project paths that a file imports, and names of packages. */
function imports(path: string): { inside: string[]; packages: string[] } {
  const text = readFileSync(path, "utf8");
  const names = [...text.matchAll(/(?:from|import|require\()\s*["']([^"']+)["']/g)].map((match) => match[1]!);
  return {
    inside: names.filter((name) => name.startsWith(".")).map((name) => relative(ROOT, resolve(dirname(path), name))),
    packages: names.filter((name) => !name.startsWith(".") && !name.startsWith("node:")),
  };
}

test("the dashboard imports decisions, the host's board and small helpers, nothing else of the unit", () => {
  const foreign = sources("dashboard/src").flatMap((path) =>
    imports(path).inside.filter((to) => !ALLOWED.some((allowed) => to.startsWith(allowed))),
  );
  expect(foreign).toEqual([]);
});

test("its program imports the packages that its own package.json names, and no others", () => {
  const packages = new Set(sources("dashboard/src").flatMap((path) => imports(path).packages));
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, "dashboard/package.json"), "utf8"));
  expect([...packages].sort()).toEqual(Object.keys(dependencies).sort());
});

test("nothing of the unit imports the dashboard", () => {
  const towards = sources("src").filter((path) => imports(path).inside.some((to) => to.startsWith("dashboard")));
  expect(towards).toEqual([]);
});

test("decisions of the dashboard know neither pictures nor the network", () => {
  const upward = ["config", "engine", "trace"].flatMap((folder) =>
    sources(`dashboard/src/${folder}`).filter((path) =>
      imports(path).inside.some((to) => /^dashboard\/src\/(picture|server|dashboard|main)/.test(to)),
    ),
  );
  expect(upward).toEqual([]);
});
