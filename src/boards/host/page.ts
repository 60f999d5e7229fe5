/**
 * The page as one document: the HTML of `src/page` with its style and script inside. Made at the start by the bundler
 * that runs this program's own TypeScript too, so that there is no built file to go stale.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { buildSync } from "esbuild";

const SOURCE = resolve(__dirname, "../../page");

/** The first browsers that have what the page is built on; phones of 2015 still get them. */
const TARGET = ["chrome87", "firefox98", "safari15.4"];

export interface Page {
  /** The whole document, UTF-8. */
  readonly html: Uint8Array;
  /** The same, compressed. */
  readonly gzip: Uint8Array;
}

const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/**
 * What the document may do: run and wear what is in it, ask the unit that served it, show the unit's pictures. `http:`
 * stands for the stream's port, which the document does not know: the header of the answer narrows it.
 */
function policy(script: string, style: string): string {
  return [
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(style)}`,
    "connect-src 'self'",
    "img-src 'self' http:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/** Builds the page. Throws the bundler's Error, which names file and line, where the source is wrong. */
export function buildPage(): Page {
  const { outputFiles } = buildSync({
    entryPoints: { script: join(SOURCE, "main.tsx"), style: join(SOURCE, "style/main.css") },
    outdir: SOURCE,
    write: false,
    bundle: true,
    minify: true,
    format: "iife",
    charset: "utf8",
    target: TARGET,
    jsx: "automatic",
    jsxImportSource: "preact",
    logLevel: "silent",
  });
  const built = (name: string) => outputFiles.find(({ path }) => path.endsWith(name))!.text.trim();
  const script = built("script.js");
  const style = built("style.css");
  const parts: Record<string, string> = { script, style, policy: policy(script, style) };
  const template = readFileSync(join(SOURCE, "index.html"), "utf8");
  const html = Buffer.from(template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => parts[name]!));
  return { html: new Uint8Array(html), gzip: new Uint8Array(gzipSync(html, { level: 9 })) };
}
