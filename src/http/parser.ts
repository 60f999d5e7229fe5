import { ByteQueue } from "./bytes";
import { HttpError } from "./error";
import { type FieldMap, readField } from "./fields";
import { frameRequest } from "./framing";
import type { HttpLimits } from "./limits";
import { BODY_BYTES_MAX } from "./limits";
import type { Request } from "./request";
import { readStartLine, type StartLine } from "./start_line";
import { decodeLatin1 } from "./utf8";

/**
 * `more`: nothing to do before the next `push`. `head`: `request` has all but its body, and the caller may still
 * refuse it. `request`: `request` is complete. `failed`: `failure` says why; the connection is beyond repair.
 */
export type ParserEvent = "more" | "head" | "request" | "failed";

const LF = 0x0a;
const CR = 0x0d;
const TAB = 0x09;
const DEL = 0x7f;

/**
 * Incremental HTTP/1.x request parser. Bytes go in by `push` in any portions, events come out by `next`; the same
 * bytes give the same events however they were cut. Requests that follow on the same connection queue up inside.
 */
export class RequestParser {
  request: Request | null = null;
  failure: HttpError | null = null;

  readonly #limits: Pick<HttpLimits, "head_bytes" | "header_count">;
  readonly #queue = new ByteQueue();
  #phase: "start" | "fields" | "body" = "start";
  /** Bytes of the unfinished line that were looked at already. */
  #scanned = 0;
  #head_bytes = 0;
  #header_count = 0;
  #line: StartLine | null = null;
  #fields: FieldMap = {};
  #framed: ReturnType<typeof frameRequest> | null = null;
  #filled = 0;

  constructor(limits: Pick<HttpLimits, "head_bytes" | "header_count">) {
    this.#limits = limits;
  }

  /** No byte of a next request has come yet. */
  get idle(): boolean {
    return this.#phase === "start" && this.#head_bytes === 0 && this.#queue.length === 0;
  }

  /** The head is complete and the body is not. */
  get in_body(): boolean {
    return this.#phase === "body";
  }

  /** Bytes that arrived and belong to no event yet. */
  get unparsed(): number {
    return this.#queue.length;
  }

  /** Hands over `chunk`, which belongs to the parser from then on. */
  push(chunk: Uint8Array<ArrayBuffer>): void {
    if (!this.failure) this.#queue.push(chunk);
  }

  next(): ParserEvent {
    if (this.failure) return "failed";
    try {
      return this.#phase === "body" ? this.#readBody() : this.#readHead();
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      this.failure = error;
      this.#queue.clear();
      return "failed";
    }
  }

  #readHead(): ParserEvent {
    for (let length = this.#lineLength(); length >= 0; length = this.#lineLength()) {
      const { bytes, start } = this.#queue;
      this.#queue.start += length + 2;
      this.#scanned = 0;
      if (this.#phase === "start") {
        if (length > 0) {
          this.#line = readStartLine(decodeLatin1(bytes, start, start + length));
          this.#phase = "fields";
        } else if (this.#head_bytes > 2) throw new HttpError(400, "the request line is missing");
        // One empty line before a request is some clients' habit after a body (RFC 9112, section 2.2).
      } else if (length > 0) {
        if (++this.#header_count > this.#limits.header_count) throw new HttpError(431, "too many header fields");
        const wrong = readField(bytes, start, start + length, this.#fields);
        if (wrong) throw new HttpError(400, wrong);
      } else {
        this.#framed = frameRequest(this.#line!, this.#fields);
        this.request = this.#framed;
        this.#phase = "body";
        return "head";
      }
    }
    return "more";
  }

  /** Length of the first line of the queue without its end, -1 where that has not come; every byte is looked at once. */
  #lineLength(): number {
    const { bytes, start, end } = this.#queue;
    const stop = Math.min(end, start + this.#limits.head_bytes - this.#head_bytes);
    let last = this.#scanned > 0 ? bytes[start + this.#scanned - 1]! : 0;
    for (let i = start + this.#scanned; i < stop; i++) {
      const c = bytes[i]!;
      if (last === CR) {
        if (c !== LF) throw new HttpError(400, "a carriage return stands alone");
        this.#head_bytes += i + 1 - start;
        return i - 1 - start;
      }
      if ((c < 0x20 && c !== CR && c !== TAB) || c === DEL)
        throw new HttpError(400, "the head has a control character");
      last = c;
    }
    if (stop < end) throw new HttpError(431, `the head is longer than ${this.#limits.head_bytes} bytes`);
    this.#scanned = stop - start;
    return -1;
  }

  #readBody(): ParserEvent {
    const request = this.#framed!;
    const length = request.content_length ?? 0;
    if (length > BODY_BYTES_MAX) throw new HttpError(413, `the body is longer than ${BODY_BYTES_MAX} bytes`);
    if (length > 0) {
      if (this.#filled === 0) request.body = new Uint8Array(length);
      const part = this.#queue.take(length - this.#filled);
      request.body.set(part, this.#filled);
      this.#filled += part.length;
      if (this.#filled < length) return "more";
    }
    this.#phase = "start";
    this.#head_bytes = 0;
    this.#header_count = 0;
    this.#fields = {};
    this.#filled = 0;
    return "request";
  }
}
