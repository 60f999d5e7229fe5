import type { IncomingMessage } from "node:http";
import { HttpError } from "./reply";

/** The whole body; what comes beyond `limit` is read and dropped, so that the client gets to hear the refusal. */
function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) {
        chunks.push(chunk);
        return;
      }
      chunks.length = 0;
      reject(new HttpError(413, `the body must be at most ${limit} bytes`, null, { Connection: "close" }));
    });
    request.on("end", () => resolve(Buffer.concat(chunks)));
    request.on("error", reject);
  });
}

/** The body as text; 413 where it is larger than `limit` bytes, 400 where it is not UTF-8. */
export async function readText(request: IncomingMessage, limit: number): Promise<string> {
  const bytes = await readBytes(request, limit);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
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
