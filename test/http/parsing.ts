import { HTTP_LIMITS } from "../../src/http/limits";
import { RequestParser } from "../../src/http/parser";

/** What a parser made of the bytes: each request it saw, and what it failed with. */
export interface Parsed {
  readonly requests: readonly Record<string, unknown>[];
  readonly failure: { readonly status: number; readonly message: string } | null;
  /** It stopped in the middle of something. */
  readonly waiting: boolean;
}

/** Everything that the parser says of `bytes`, handed over in pieces that end at `cuts`. */
export function parseAll(bytes: Uint8Array, cuts: readonly number[] = []): Parsed {
  const parser = new RequestParser(HTTP_LIMITS);
  const requests: Record<string, unknown>[] = [];
  const ends = [...cuts, bytes.length].sort((a, b) => a - b);
  let from = 0;
  for (const end of ends) {
    parser.push(bytes.slice(from, end));
    from = end;
    for (let event = parser.next(); event === "head" || event === "request"; event = parser.next())
      if (event === "request") requests.push({ ...parser.request!, body: [...parser.request!.body] });
  }
  const { failure } = parser;
  return {
    requests,
    failure: failure && { status: failure.status, message: failure.message },
    waiting: !failure && !parser.idle,
  };
}

/** One byte for each character. */
export function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (c) => c.charCodeAt(0));
}
