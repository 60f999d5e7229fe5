/** One MJPEG stream and its viewers. */
import type { ServerResponse } from "node:http";
import { Pace } from "../../../src/boards/host/vision/pace";

export const BOUNDARY = "drowsyguardframe";
export const MJPEG_TYPE = `multipart/x-mixed-replace; boundary=${BOUNDARY}`;
const VIEWERS_MAX = 16;
/** A viewer that took nothing for this long is gone. */
const STUCK_MS = 30_000;

function part(jpeg: Uint8Array): Buffer {
  const head = `--${BOUNDARY}\r\nContent-Type: image/jpeg\r\nContent-Length: ${jpeg.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head, "latin1"), jpeg, Buffer.from("\r\n", "latin1")]);
}

/** Holds at most one frame for a viewer that is slow; it skips what came meanwhile. */
class Viewer {
  readonly #response: ServerResponse;
  #blocked_ms: number | null = null;
  #pending: { readonly bytes: Buffer; readonly now_ms: number } | null = null;

  constructor(response: ServerResponse) {
    this.#response = response;
    response.on("drain", () => this.#drained());
  }

  offer(bytes: Buffer, now_ms: number): void {
    if (this.#blocked_ms === null) {
      this.#write(bytes, now_ms);
      return;
    }
    this.#pending = { bytes, now_ms };
    if (now_ms - this.#blocked_ms > STUCK_MS) this.#response.destroy();
  }

  #write(bytes: Buffer, now_ms: number): void {
    this.#blocked_ms = this.#response.write(bytes) ? null : now_ms;
  }

  #drained(): void {
    const next = this.#pending;
    this.#pending = null;
    this.#blocked_ms = null;
    if (next) this.#write(next.bytes, next.now_ms);
  }
}

export class MjpegStream {
  readonly #render: () => Uint8Array | null;
  readonly #pace = new Pace();
  readonly #viewers = new Set<Viewer>();

  /** `render` makes one JPEG, or null where there is no frame yet; called only while somebody watches. */
  constructor(fps: number, render: () => Uint8Array | null) {
    this.#render = render;
    this.#pace.fps = fps;
  }

  get viewers(): number {
    return this.#viewers.size;
  }

  /** Takes a viewer in; false when there are too many. */
  attach(response: ServerResponse): boolean {
    if (this.#viewers.size >= VIEWERS_MAX) return false;
    response.writeHead(200, {
      "Content-Type": MJPEG_TYPE,
      "Cache-Control": "no-store",
      Connection: "close",
    });
    response.flushHeaders();
    response.socket?.setNoDelay(true);
    const viewer = new Viewer(response);
    this.#viewers.add(viewer);
    response.on("close", () => this.#viewers.delete(viewer));
    response.on("error", () => this.#viewers.delete(viewer));
    return true;
  }

  /** There is a new moment to show. */
  frame(now_ms: number): void {
    if (this.#viewers.size === 0 || !this.#pace.passes(now_ms)) return;
    const jpeg = this.#render();
    if (jpeg === null) return;
    const bytes = part(jpeg);
    for (const viewer of this.#viewers) viewer.offer(bytes, now_ms);
  }
}
