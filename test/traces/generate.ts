/** Writes the traces of this folder: `node --import tsx test/traces/generate.ts`. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { STORIES, traceOf } from "./stories";

for (const story of STORIES) writeFileSync(join(__dirname, `${story.name}.jsonl`), traceOf(story));
