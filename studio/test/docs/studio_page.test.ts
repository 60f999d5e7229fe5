/** docs/studio.md and the program's help say what the code does. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { studioTables, withTables } from "../../../tools/docs/tables";
import { ROLES } from "../../src/http/principal";
import { CLOSE } from "../../src/live/protocol";
import { parseOptions, USAGE } from "../../src/options";

const ROOT = resolve(__dirname, "../../..");
const PAGE = join(ROOT, "docs/studio.md");
const page = readFileSync(PAGE, "utf8");

test("the tables are those of the code; node --import tsx tools/docs/main.ts writes them", async () => {
  expect(page).toBe(withTables(page, await studioTables()));
});

test("the help names every variable that the code reads, and no other", () => {
  const read = new Set<string>();
  for (const file of readdirSync(join(ROOT, "studio/src"), { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".ts")) continue;
    const source = readFileSync(join(ROOT, "studio/src", file), "utf8");
    for (const [, name] of source.matchAll(/"(STUDIO_[A-Z_]+|DATABASE_URL)"/g)) read.add(name!);
  }
  for (const role of ROLES) read.delete(role);
  const told = [...USAGE.matchAll(/^ {2}((?:STUDIO_|DATABASE_)[A-Z_]+) /gm)].map(([, name]) => name!);
  expect(told.sort()).toEqual([...read].sort());
});

test("every flag of the help is taken", () => {
  const flags = [...USAGE.matchAll(/^ {2}--([a-z-]+)( [A-Z]+)? /gm)].map(([, name, value]) => ({ name, value }));
  expect(flags.length).toBeGreaterThan(9);
  for (const { name, value } of flags) {
    const values: Record<string, string> = { run: "api", log: "warn", host: "::1", data: "elsewhere" };
    const args = value === undefined ? [`--${name}`] : [`--${name}`, values[name!] ?? "7"];
    expect(() => parseOptions(args, {})).not.toThrow();
  }
});

test("live sockets are closed for the reasons that the page gives, and no others", () => {
  const [, section] = page.split("### Live events\n");
  const told = [...section!.split("\n## ")[0]!.matchAll(/^\| (\d{4}[\d, ]*) \|/gm)].flatMap(([, codes]) =>
    codes!.split(", "),
  );
  // 1006 is what a client sees of a broken connection; 4401 and 4403 follow from the problem.
  expect(told.map(Number).sort()).toEqual([1006, 4401, 4403, ...Object.values(CLOSE)].sort());
});

test("links and pictures lead somewhere", () => {
  const targets = [...page.matchAll(/\]\(([^)#]+)(#[^)]*)?\)/g)].map(([, target]) => target!);
  const local = targets.filter((target) => !/^https?:/.test(target));
  expect(local.filter((target) => !existsSync(join(dirname(PAGE), target)))).toEqual([]);
});
