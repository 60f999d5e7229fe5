/** The flashing page as one document, with esptool-js inside: nothing is fetched from anywhere else. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

const SOURCE = join(__dirname, "page");
/** The first with Web Serial. */
const TARGET = ["chrome89"];

const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

export interface FlashPage {
  readonly html: string;
  /** Content-Security-Policy of the answer. */
  readonly policy: string;
}

export async function buildFlashPage(): Promise<FlashPage> {
  const { outputFiles } = await build({
    entryPoints: [join(SOURCE, "main.ts")],
    bundle: true,
    write: false,
    minify: true,
    format: "iife",
    charset: "utf8",
    target: TARGET,
    logLevel: "silent",
  });
  const script = outputFiles[0]!.text.trim().replaceAll("</script", "<\\/script");
  const style = readFileSync(join(SOURCE, "style.css"), "utf8").trim();
  const parts: Record<string, string> = { script, style };
  const html = readFileSync(join(SOURCE, "index.html"), "utf8").replace(
    /\{\{(\w+)\}\}/g,
    (_, name: string) => parts[name]!,
  );
  const policy = [
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(style)}`,
    "connect-src 'self'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  return { html, policy };
}
