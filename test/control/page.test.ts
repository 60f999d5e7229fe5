/** How the page is served: compressed or not, and not twice. */
import { gzipSync } from "node:zlib";
import { acceptsGzip, hasTag, pageRoutes, tagOf } from "../../src/control/page";
import type { Request } from "../../src/http/request";
import type { Response } from "../../src/http/response";
import { crc32 } from "../../src/store/crc32";

const page = new Uint8Array([60, 33]);
const page_gzip = new Uint8Array(gzipSync(page));
const [route] = pageRoutes({ page, page_gzip, stream_port: 81 });
const ask = (headers: Record<string, string>) => route!.handler({ headers } as unknown as Request) as Response;

test.each([
  ["gzip", true],
  ["deflate, gzip;q=0.5, br", true],
  ["GZIP", true],
  ["*", true],
  ["gzip;q=0, *", false],
  ["br;q=1, gzip; q=0.000", false],
  ["identity", false],
  ["", false],
])("accept-encoding %j takes gzip: %j", (header, takes) => {
  expect(acceptsGzip(header)).toBe(takes);
});

test("sends the compressed page to who takes it, the plain one to who does not, and says that this varies", () => {
  const packed = ask({ "accept-encoding": "gzip, br" });
  const plain = ask({});
  expect(packed).toMatchObject({ status: 200, body: page_gzip, headers: { "Content-Encoding": "gzip" } });
  expect(plain).toMatchObject({ status: 200, body: page });
  expect(plain.headers).not.toHaveProperty("Content-Encoding");
  for (const { headers } of [packed, plain]) {
    expect(headers).toMatchObject({ Vary: "Accept-Encoding", "Cache-Control": "no-cache" });
  }
  expect(packed.headers!["ETag"]).not.toBe(plain.headers!["ETag"]);
});

test("tells pages apart by the sum that the compressed one ends with", () => {
  expect(tagOf(page_gzip)).toBe(crc32(page).toString(16).padStart(8, "0"));
  expect(tagOf(new Uint8Array(gzipSync("")))).toBe("00000000");
});

test("does not send again what the browser has", () => {
  for (const headers of [{}, { "accept-encoding": "gzip" }]) {
    const etag = ask(headers).headers!["ETag"]!;
    const again = ask({ ...headers, "if-none-match": `"other", W/${etag}` });
    expect(again).toMatchObject({ status: 304, headers: { ETag: etag } });
    expect(again.body).toBeUndefined();
    expect(ask({ ...headers, "if-none-match": '"older"' }).status).toBe(200);
  }
});

test("the tag of the plain page is not that of the compressed one", () => {
  const etag = ask({}).headers!["ETag"]!;
  expect(ask({ "accept-encoding": "gzip", "if-none-match": etag }).status).toBe(200);
  expect(hasTag("*", etag)).toBe(true);
  expect(hasTag(undefined, etag)).toBe(false);
});

test("no foreign page may frame it, and pictures come from the unit's two ports alone", () => {
  const policy = ask({}).headers!["Content-Security-Policy"];
  expect(policy).toBe("frame-ancestors 'none'; img-src 'self' http://*:81");
});
