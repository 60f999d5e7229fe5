/**
 * Which modules the image holds ready-made in flash instead of making them in RAM at the start: all of the product that
 * imports nothing but itself. mcconfig takes no pattern for TypeScript, so each is named.
 */
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";

const SRC = resolve(__dirname, "../../src");

/** What is not the product's portable part. */
const LEFT_OUT: readonly string[] = ["boards", "page", "main.ts"];

function modules(folder: string, left_out: readonly string[] = []): string[] {
  return readdirSync(join(SRC, folder), { withFileTypes: true })
    .filter(({ name }) => !left_out.includes(name))
    .flatMap((entry) => {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) return modules(path);
      return path.endsWith(".ts") ? [path.slice(0, -".ts".length)] : [];
    })
    .sort();
}

/** A manifest for mcconfig. */
export const preloadManifest = (): string => `${JSON.stringify({ preload: modules("", LEFT_OUT) }, null, 2)}\n`;
