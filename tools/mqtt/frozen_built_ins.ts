/**
 * The npm package `buffer` on an engine whose built-ins are frozen, as in the board's image. There an object that inherits
 * `toString` from a built-in cannot be given its own by assignment.
 */
import { readFileSync } from "node:fs";
import type { Plugin } from "esbuild";

const INHERIT = "Object.setPrototypeOf(Buffer.prototype, Uint8Array.prototype)";

/** What is replaced in the package's text, once each. */
const CHANGES: readonly (readonly [from: string, to: string])[] = [
  // It inherits at the end instead, when its own methods are there.
  [INHERIT, "Object.setPrototypeOf(Buffer.prototype, null)"],
  // Only for the first line of Node's stack traces; the next statement but one takes it back.
  [`      this.name = \`\${this.name} [\${sym}]\`\n`, ""],
];

function changed(text: string): string {
  let result = text;
  for (const [from, to] of CHANGES) {
    if (result.split(from).length !== 2)
      throw new Error(`the package buffer is another one: it lacks "${from.trim()}"`);
    result = result.replace(from, () => to);
  }
  return `${result}\n${INHERIT}\n`;
}

export const bufferForFrozenBuiltIns: Plugin = {
  name: "buffer-for-frozen-built-ins",
  setup(build) {
    build.onLoad({ filter: /[\\/]node_modules[\\/]buffer[\\/]index\.js$/ }, ({ path }) => ({
      contents: changed(readFileSync(path, "utf8")),
    }));
  },
};
