/** Serves the flashing page and the image to a browser on this computer. */
import { createServer, type Server, type ServerResponse } from "node:http";
import type { FlashPage } from "./build_page";
import { type Image, ImageError } from "./image";
import type { ImageDocument } from "./image_document";

/** Names under which a browser on this computer calls it; under another one, a page from elsewhere may have done so. */
const LOCAL = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/;

function answer(response: ServerResponse, status: number, type: string, body: string | Uint8Array, headers = {}): void {
  response.writeHead(status, { "Content-Type": type, "Cache-Control": "no-store", ...headers });
  response.end(body);
}

const refuse = (response: ServerResponse, status: number, error: string) =>
  answer(response, status, "application/json", JSON.stringify({ error }));

/** `image` is asked anew each time: a new build is flashed without a restart. */
export function flashServer(page: FlashPage, image: () => Image): Server {
  return createServer((request, response) => {
    if (!LOCAL.test(request.headers.host ?? ""))
      return refuse(response, 403, "this page is for browsers on this computer");
    if (request.method !== "GET") return refuse(response, 405, "GET only");
    const path = (request.url ?? "/").split("?")[0]!;
    if (path === "/") {
      return answer(response, 200, "text/html; charset=utf-8", page.html, { "Content-Security-Policy": page.policy });
    }
    try {
      if (path === "/image.json") {
        const { built, settings, parts } = image();
        const document: ImageDocument = {
          built,
          settings,
          parts: parts.map(({ name, address, bytes }) => ({ name, address, size: bytes.length })),
        };
        return answer(response, 200, "application/json", JSON.stringify(document));
      }
      const part = /^\/parts\/(\d+)$/.exec(path);
      const bytes = part ? image().parts[Number(part[1])]?.bytes : undefined;
      if (bytes) return answer(response, 200, "application/octet-stream", bytes);
    } catch (error) {
      if (!(error instanceof ImageError)) throw error;
      return refuse(response, 503, error.message);
    }
    return refuse(response, 404, "nothing here");
  });
}
