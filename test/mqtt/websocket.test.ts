/** WebSocket framing and handshake against what a server may say, and what it may not. */
import { createHash } from "node:crypto";
import fc from "fast-check";
import { decodeBase64, encodeBase64 } from "../../src/mqtt/base64";
import { sha1 } from "../../src/mqtt/sha1";
import { BINARY, FrameReader, frame } from "../../src/mqtt/ws_frame";
import { acceptOf, ResponseReader, upgradeRequest } from "../../src/mqtt/ws_handshake";

const KEY = "dGhlIHNhbXBsZSBub25jZQ==";
const AGREED = {
  Upgrade: "websocket",
  Connection: "Upgrade",
  "Sec-WebSocket-Accept": "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=",
  "Sec-WebSocket-Protocol": "mqtt",
};
const answer = (headers: Record<string, string | undefined>, start = "HTTP/1.1 101 Switching Protocols") =>
  Buffer.from(
    `${start}\r\n${Object.entries(headers)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join("")}\r\n`,
  );

/** What `bytes` yield when they come in pieces of these sizes, over and over. */
function read(bytes: Uint8Array, sizes: readonly number[]) {
  const data: number[] = [];
  const pings: string[] = [];
  const reader = new FrameReader({
    onData: (part) => void data.push(...part),
    onPing: (payload) => void pings.push(Buffer.from(payload).toString("hex")),
  });
  let fault: string | null = null;
  for (let at = 0, i = 0; at < bytes.length && fault === null; i++) {
    const size = sizes[i % sizes.length]!;
    fault = reader.push(bytes.subarray(at, at + size));
    at += size;
  }
  return { data, pings, fault };
}

/** A frame as a server writes it. */
function served(opcode: number, payload: Uint8Array, final = true): number[] {
  const n = payload.length;
  const length =
    n < 126 ? [n] : n < 65_536 ? [126, n >> 8, n & 255] : [127, 0, 0, 0, 0, 0, n >> 16, (n >> 8) & 255, n & 255];
  return [(final ? 0x80 : 0) | opcode, ...length, ...payload];
}

test("the handshake is the one of RFC 6455's own example", () => {
  expect(acceptOf(KEY)).toBe(AGREED["Sec-WebSocket-Accept"]);
  expect(Buffer.from(upgradeRequest({ host: "a.test", port: 8083, tls: null }, "/mqtt", KEY)).toString()).toBe(
    `GET /mqtt HTTP/1.1\r\nHost: a.test:8083\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${KEY}\r\n` +
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: mqtt\r\n\r\n",
  );
});

test("an agreement is understood in any pieces, and what follows it is kept", () => {
  const bytes = Buffer.concat([
    answer({ ...AGREED, Connection: "keep-alive, Upgrade", Server: "x" }),
    Buffer.from([1, 2]),
  ]);
  for (const size of [1, 7, bytes.length]) {
    const reader = new ResponseReader(KEY);
    let found = null;
    const rest: number[] = [];
    for (let at = 0; at < bytes.length; at += size) {
      const piece = new Uint8Array(bytes.subarray(at, at + size));
      if (found) rest.push(...piece);
      else {
        found = reader.push(piece);
        if (found?.fault === null) rest.push(...found.rest);
      }
    }
    expect(found).toMatchObject({ fault: null });
    expect(rest).toEqual([1, 2]);
  }
});

test.each([
  ["WS_REFUSED 404", answer({}, "HTTP/1.1 404 Not Found")],
  ["WS_REFUSED 302", answer({ Location: "/other" }, "HTTP/1.1 302 Found")],
  ["WS_PROTOCOL", answer(AGREED, "HTTP/1.0 101 Switching Protocols")],
  ["WS_PROTOCOL", answer(AGREED, "SSH-2.0-x")],
  ["WS_PROTOCOL", answer({ ...AGREED, Upgrade: "h2c" })],
  ["WS_PROTOCOL", answer({ ...AGREED, Connection: "close" })],
  ["WS_PROTOCOL", answer({ ...AGREED, "Sec-WebSocket-Accept": "s3pPLMBiTxaQ9kYGzzhZRbK+xOp=" })],
  ["WS_PROTOCOL", answer({ ...AGREED, "Sec-WebSocket-Protocol": "chat" })],
  ["WS_PROTOCOL", answer({ ...AGREED, "Sec-WebSocket-Protocol": undefined })],
  ["WS_PROTOCOL", answer({ ...AGREED, "Sec-WebSocket-Extensions": "permessage-deflate" })],
  ["WS_PROTOCOL", Buffer.alloc(3000, "x")],
  ["WS_PROTOCOL", answer({ ...AGREED, X: "x".repeat(2048) })],
])("%s for a server that does not agree", (fault, bytes) => {
  expect(new ResponseReader(KEY).push(new Uint8Array(bytes))).toEqual({ fault });
});

test("a masked frame is what a server unmasks", () => {
  const lengths = fc.constantFrom(0, 1, 125, 126, 127, 1000, 65_535);
  fc.assert(
    fc.property(lengths, fc.uint8Array({ minLength: 4, maxLength: 4 }), (length, mask) => {
      const payload = Uint8Array.from({ length }, (_, i) => i & 0xff);
      const bytes = frame(BINARY, payload, mask);
      const header = bytes.length - length;
      expect(bytes[1]! & 0x80).toBe(0x80);
      expect(bytes.subarray(header).map((byte, i) => byte ^ mask[i & 3]!)).toEqual(payload);
      expect(header).toBe(length < 126 ? 6 : 8);
    }),
  );
});

test("data comes out the same however it was cut into frames and pieces, pings in between", () => {
  const part = fc.uint8Array({ maxLength: 400 });
  fc.assert(
    fc.property(
      fc.array(fc.array(part, { minLength: 1, maxLength: 4 }), { maxLength: 4 }),
      fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 }),
      (messages, sizes) => {
        const bytes: number[] = [];
        const data: number[] = [];
        for (const parts of messages) {
          for (const [i, payload] of parts.entries()) {
            bytes.push(
              ...served(i === 0 ? BINARY : 0, payload, i === parts.length - 1),
              ...served(9, Uint8Array.of(i)),
            );
            data.push(...payload);
          }
        }
        expect(read(Uint8Array.from(bytes), sizes)).toEqual({
          data,
          pings: messages.flatMap((parts) => parts.map((_, i) => Buffer.of(i).toString("hex"))),
          fault: null,
        });
      },
    ),
  );
});

test.each([
  ["text", [0x81, 1, 65]],
  ["a masked frame", [0x82, 0x81, 0, 0, 0, 0, 1]],
  ["reserved bits", [0xc2, 0]],
  ["an unknown opcode", [0x83, 0]],
  ["a continuation of nothing", [0x80, 0]],
  ["a message within a message", [0x02, 0, 0x82, 0]],
  ["a ping in pieces", [0x09, 0]],
  ["a ping of 126 bytes", [0x89, 126, 0, 126]],
  ["a frame of 2^31 bytes", [0x82, 127, 0, 0, 0, 0, 0x80, 0, 0, 0]],
  ["a frame of 2^63 bytes", [0x82, 127, 0x80, 0, 0, 0, 0, 0, 0, 0]],
])("%s is against the rules", (_, bytes) => {
  expect(read(Uint8Array.from(bytes), [1]).fault).toBe("WS_PROTOCOL");
});

test("a goodbye ends the connection", () => {
  expect(read(Uint8Array.from([0x82, 1, 7, 0x88, 2, 3, 232]), [3])).toEqual({
    data: [7],
    pings: [],
    fault: "WS_CLOSED",
  });
});

test("SHA-1 and base64 agree with Node's", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(Buffer.from(sha1(bytes)).toString("hex")).toBe(createHash("sha1").update(bytes).digest("hex"));
      const text = Buffer.from(bytes).toString("base64");
      expect(encodeBase64(bytes)).toBe(text);
      expect(decodeBase64(text)).toEqual(bytes.length > 0 ? bytes : null);
    }),
  );
});
