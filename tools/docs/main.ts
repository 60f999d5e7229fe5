/** Writes the tables of docs/studio.md anew from the code: `node --import tsx tools/docs/main.ts`. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { studioTables, withTables } from "./tables";

const PAGE = join(__dirname, "../../docs/studio.md");

async function main(): Promise<void> {
  const before = readFileSync(PAGE, "utf8");
  const after = withTables(before, await studioTables());
  writeFileSync(PAGE, after);
  console.log(before === after ? "the tables were right" : "tables written");
}

void main();
