/** The page knows the unit by its documents alone: it takes types from elsewhere, and no code but Preact's. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const PAGE = resolve(__dirname, "../../src/page");
const sources = readdirSync(PAGE, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));

test("the page is there", () => expect(sources.length).toBeGreaterThan(20));

test.each(sources)("%s", (name) => {
  const text = readFileSync(join(PAGE, name), "utf8");
  const depth = name.split("/").length - 1;
  const outside = "../".repeat(depth + 1);
  for (const [line, specifier] of text.matchAll(/^(?:import|export)\s[^;]*?from "([^"]+)";/gm)) {
    if (specifier!.startsWith(outside)) expect(line).toMatch(/^(?:import|export) type /);
    else expect(specifier).toMatch(/^(?:\.|preact(?:\/hooks)?$)/);
  }
});
