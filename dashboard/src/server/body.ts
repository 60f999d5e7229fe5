import type { IncomingMessage } from "node:http";
import { HttpError } from "./reply";

/** The whole body as text, at most `limit` bytes; 413 beyond, 400 where it is not UTF-8. */
export async function readText(request: IncomingMessage, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    // Closing tells the client to stop sending.
    if (size > limit)
      throw new HttpError(413, `the body must be at most ${limit} bytes`, null, { Connection: "close" });
    chunks.push(chunk as Buffer);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new HttpError(400, "the body must be UTF-8 text");
  }
}

/** The body as JSON; 400 where it is none. */
export async function readJson(request: IncomingMessage, limit: number): Promise<unknown> {
  const text = await readText(request, limit);
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError(400, "the body must be JSON");
  }
}
