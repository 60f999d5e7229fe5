import fc from "fast-check";
import { latin1, parseAll } from "./parsing";
import { REFUSED } from "./shapes";

const parse = (text: string) => parseAll(latin1(text));
const one = (text: string) => {
  const parsed = parse(text);
  expect(parsed).toMatchObject({ failure: null, waiting: false });
  expect(parsed.requests).toHaveLength(1);
  return parsed.requests[0]!;
};

describe("a request", () => {
  test("is read into its parts, and fields that no route reads are dropped", () => {
    expect(
      one("GET /api/events?skip=1&limit=2 HTTP/1.1\r\nHOST:\tUnit.Local:8080 \r\nX-Whatever: \xff\r\n\r\n"),
    ).toEqual({
      method: "GET",
      path: "/api/events",
      query: "skip=1&limit=2",
      minor: 1,
      host: "unit.local:8080",
      headers: { host: "Unit.Local:8080" },
      content_length: null,
      keep_alive: true,
      body: [],
    });
  });

  test("has the body that its length announces", () => {
    expect(one("POST /p HTTP/1.1\r\nHost: unit\r\nContent-Length: 005\r\n\r\na\r\n\0\xff")).toMatchObject({
      content_length: 5,
      body: [97, 13, 10, 0, 255],
    });
  });

  test.each([
    ["HTTP/1.1", "", true],
    ["HTTP/1.1", "Connection: close\r\n", false],
    ["HTTP/1.1", "Connection: Keep-Alive, CLOSE\r\n", false],
    ["HTTP/1.1", "Connection: upgrade\r\nConnection: close\r\n", false],
    ["HTTP/1.1", "Connection: not-close\r\n", true],
    ["HTTP/1.0", "", false],
    ["HTTP/1.0", "Connection: keep-alive\r\n", true],
    ["HTTP/1.0", "Connection: keep-alive, close\r\n", false],
    ["HTTP/1.7", "", true],
  ])("%s with %j keeps the connection: %s", (version, connection, expected) => {
    expect(one(`GET / ${version}\r\nHost: unit\r\n${connection}\r\n`)["keep_alive"]).toBe(expected);
  });

  test("needs no Host in HTTP/1.0", () => {
    expect(one("GET / HTTP/1.0\r\n\r\n")).toMatchObject({ minor: 0, host: "" });
  });

  test.each([
    ["http://other:81/a?b", "/a", "b"],
    ["HTTP://OTHER:81", "/", ""],
    ["http://other:81?b", "/", "b"],
  ])("takes host and path from %s", (target, path, query) => {
    expect(one(`GET ${target} HTTP/1.1\r\nHost: unit\r\n\r\n`)).toMatchObject({ host: "other:81", path, query });
  });

  test("may have one empty line before it", () => {
    expect(one("\r\nGET / HTTP/1.1\r\nHost: unit\r\n\r\n")).toMatchObject({ path: "/" });
  });

  test("may fill its limits to the last byte and field", () => {
    const head = "GET / HTTP/1.1\r\nHost: unit\r\n";
    const filled = (bytes: number) => `${head}X: ${"y".repeat(bytes - head.length - 7)}\r\n\r\n`;
    expect(filled(4096)).toHaveLength(4096);
    one(filled(4096));
    expect(parse(filled(4097)).failure).toMatchObject({ status: 431 });
    one(`${head}${"X: y\r\n".repeat(31)}\r\n`);
  });

  test("follows another on the same connection, each with limits of its own", () => {
    const big = `POST /p HTTP/1.1\r\nHost: unit\r\nContent-Length: 2\r\nX: ${"y".repeat(3000)}\r\n\r\nok`;
    const parsed = parse(`${big}${big}GET /last HTTP/1.1\r\nHost: unit\r\n\r\nGET /unfinished`);
    expect(parsed.requests.map((request) => request["path"])).toEqual(["/p", "/p", "/last"]);
    expect(parsed).toMatchObject({ failure: null, waiting: true });
  });
});

describe("a shape that is refused", () => {
  test.each(REFUSED)("%s: %i", (_, status, text) => {
    expect(parse(text)).toMatchObject({ failure: { status }, requests: [] });
  });

  test("stays refused whatever comes after", () => {
    expect(parse("GET / HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\nHost: unit\r\n\r\n").requests).toEqual([]);
  });
});

describe("any bytes in any pieces", () => {
  const cut = (bytes: Uint8Array) => fc.array(fc.nat(bytes.length), { maxLength: 12 }).map((cuts) => ({ bytes, cuts }));
  const pieces = fc.constantFrom(
    "GET",
    " ",
    "/",
    "HTTP/1.1",
    "\r\n",
    "\r",
    "\n",
    "Host: u",
    "Content-Length: 3",
    ":",
    "\0",
    "abc",
    "\t",
  );
  const soup = fc.array(pieces, { maxLength: 30 }).map((all) => latin1(all.join("")));
  const valid = fc
    .array(
      fc.tuple(
        fc.constantFrom("GET", "POST"),
        fc.string({ unit: fc.constantFrom("a", "/", "?", "%"), maxLength: 9 }),
        fc.uint8Array({ maxLength: 40 }),
      ),
    )
    .map((all) => {
      const heads = all.map(([method, path, body]) => [
        latin1(`${method} /${path} HTTP/1.1\r\nHost: u\r\nContent-Length: ${body.length}\r\n\r\n`),
        body,
      ]);
      return new Uint8Array(Buffer.concat(heads.flat()));
    });

  test("give what the same bytes give in one", () => {
    const known = fc.constantFrom(...REFUSED).map(([, , text]) => latin1(text));
    fc.assert(
      fc.property(fc.oneof(valid, soup, known, fc.uint8Array({ maxLength: 80 })).chain(cut), ({ bytes, cuts }) => {
        expect(parseAll(bytes, cuts)).toEqual(parseAll(bytes));
      }),
      { numRuns: 1500 },
    );
  });

  test("give what the same bytes give one by one", () => {
    for (const [, status, text] of REFUSED) {
      const bytes = latin1(text);
      const every = Array.from(bytes, (_, i) => i);
      expect(parseAll(bytes, every)).toMatchObject({ failure: { status } });
    }
  });
});
