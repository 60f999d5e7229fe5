/** The HTTP upgrade that opens a WebSocket. [RFC 6455, section 4.1] */
import { decodeLatin1, encodeUtf8 } from "../http/utf8";
import { encodeBase64 } from "./base64";
import { concatBytes } from "./bytes";
import type { LinkAddress } from "./link";
import { sha1 } from "./sha1";

const GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
/** A broker's answer is a handful of headers; a longer one is none. */
const RESPONSE_MAX_BYTES = 2048;

/** The nonce of one handshake, from 16 random bytes. */
export function webSocketKey(random: Uint8Array): string {
  return encodeBase64(random);
}

/** What a server must answer to `key`. */
export function acceptOf(key: string): string {
  return encodeBase64(sha1(encodeUtf8(key + GUID)));
}

export function upgradeRequest({ host, port, tls }: LinkAddress, path: string, key: string): Uint8Array {
  const authority = port === (tls ? 443 : 80) ? host : `${host}:${port}`;
  return encodeUtf8(
    `GET ${path} HTTP/1.1\r\nHost: ${authority}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: mqtt\r\n\r\n`,
  );
}

/** `fault` null: the server agreed, and `rest` are the first bytes of its frames. */
export type UpgradeAnswer = { readonly fault: string } | { readonly fault: null; readonly rest: Uint8Array };

/** Reads the server's answer as it arrives. */
export class ResponseReader {
  readonly #key: string;
  #bytes: Uint8Array = new Uint8Array(0);

  constructor(key: string) {
    this.#key = key;
  }

  /** Null while the answer is not complete. */
  push(chunk: Uint8Array): UpgradeAnswer | null {
    const from = Math.max(0, this.#bytes.length - 3);
    this.#bytes = concatBytes([this.#bytes, chunk]);
    const end = endOfHead(this.#bytes, from);
    if (end > RESPONSE_MAX_BYTES || (end < 0 && this.#bytes.length > RESPONSE_MAX_BYTES))
      return { fault: "WS_PROTOCOL" };
    if (end < 0) return null;
    const fault = this.#faultOf(decodeLatin1(this.#bytes, 0, end));
    return fault === null ? { fault, rest: this.#bytes.slice(end) } : { fault };
  }

  #faultOf(head: string): string | null {
    const [start, ...lines] = head.split("\r\n");
    const status = /^HTTP\/1\.1 (\d{3})(?: |$)/.exec(start!)?.[1];
    if (status === undefined) return "WS_PROTOCOL";
    if (status !== "101") return `WS_REFUSED ${status}`;
    const value = (name: string) => {
      const line = lines.find((one) => one.slice(0, name.length + 1).toLowerCase() === `${name}:`);
      return line?.slice(name.length + 1).trim();
    };
    const agreed =
      value("upgrade")?.toLowerCase() === "websocket" &&
      /(^|[ ,])upgrade($|[ ,])/i.test(value("connection") ?? "") &&
      value("sec-websocket-accept") === acceptOf(this.#key) &&
      value("sec-websocket-protocol") === "mqtt" &&
      value("sec-websocket-extensions") === undefined;
    return agreed ? null : "WS_PROTOCOL";
  }
}

/** Place behind the empty line that ends the head; -1 where it has not come. */
function endOfHead(bytes: Uint8Array, from: number): number {
  for (let i = from; i + 3 < bytes.length; i++) {
    if (bytes[i] === 13 && bytes[i + 1] === 10 && bytes[i + 2] === 13 && bytes[i + 3] === 10) return i + 4;
  }
  return -1;
}
