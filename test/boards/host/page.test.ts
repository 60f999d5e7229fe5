/** The page as it is built. */
import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { buildPage } from "../../../src/boards/host/page";

/** Over a slow access point this is a second. */
const GZIP_MAX = 80 * 1024;

const { html, gzip } = buildPage();
const text = new TextDecoder().decode(html);

test("is one compressed document of at most 80 KB", () => {
  expect(gzip.length).toBeLessThanOrEqual(GZIP_MAX);
  expect(gunzipSync(gzip).equals(html)).toBe(true);
});

test("is the same however often it is built", () => {
  expect(buildPage()).toEqual({ html, gzip });
});

test("refers to nothing outside the unit", () => {
  const addresses = text.match(/\b(?:https?|wss?):\/\/[^\s"'`$]+/g) ?? [];
  // Names of XML vocabularies are no places.
  expect(addresses.filter((address) => !address.startsWith("http://www.w3.org/"))).toEqual([]);
  expect(text).not.toMatch(/<(?:script|link)[^>]+(?:src|href)="(?!\/favicon\.ico")/);
  expect(text).not.toMatch(/@import|url\((?!data:)/);
});

test("runs and wears nothing but what is in it", () => {
  const part = (name: string) => new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(text)![1]!;
  const policy = /Content-Security-Policy" content="([^"]+)"/.exec(text)![1]!;
  for (const name of ["script", "style"]) {
    const sum = createHash("sha256").update(part(name)).digest("base64");
    expect(policy).toContain(`${name}-src 'sha256-${sum}'`);
  }
  expect(policy).toMatch(/^default-src 'none';/);
});
