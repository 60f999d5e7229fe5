/** The page and its files, read once at the start. */
import { readFileSync } from "node:fs";
import { extname, join, resolve } from "node:path";
import { send } from "./reply";
import type { Resource } from "./server";

const FOLDER = resolve(__dirname, "../../page");
const FILES = ["style.css", "app.js", "api.js", "config.js", "chart.js", "history.js", "live.js", "trace.js"];
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".ico": "image/vnd.microsoft.icon",
};
/** Nothing from elsewhere, and no other page may show this one in a frame. */
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'";

function file(path: string): Resource {
  const bytes = readFileSync(path);
  const type = TYPES[extname(path)]!;
  const headers = { "Content-Security-Policy": `${POLICY}; frame-ancestors 'none'` };
  return { GET: (_request, response) => send(response, 200, type, bytes, headers) };
}

/** `/`, its scripts and style, and the icon of the unit. */
export function pageRoutes(): [string, Resource][] {
  return [
    ["/", file(join(FOLDER, "index.html"))],
    ["/favicon.ico", file(resolve(__dirname, "../../../src/page/favicon.ico"))],
    ...FILES.map((name): [string, Resource] => [`/${name}`, file(join(FOLDER, name))]),
  ];
}
