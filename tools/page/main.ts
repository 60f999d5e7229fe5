/** Writes the page as one file for the board's build, and says how large it is. usage: node --import tsx tools/page/main.ts [FOLDER] */
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { buildPage } from "../../src/boards/host/page";

const folder = process.argv[2] ?? resolve(__dirname, "../../build/page");
const { html, gzip } = buildPage();
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "index.html"), html);
writeFileSync(join(folder, "index.html.gz"), gzip);
console.log(`${folder}: ${html.length} bytes, ${gzip.length} compressed`);
