import type { ListenerConstructor } from "../board/net";
import type { Timers } from "../board/timers";
import { HttpError } from "../http/error";
import type { HttpLimits } from "../http/limits";
import { EMBEDDING, type Response } from "../http/response";
import { Router } from "../http/router";
import { HttpServer } from "../http/server";
import { STREAM_TYPE } from "./part";
import { Viewers } from "./viewers";

export interface StreamServerOptions {
  readonly Listener: ListenerConstructor;
  readonly timers: Timers;
  readonly port: number;
  readonly address?: string;
  /** What differs from `HTTP_LIMITS` and from the connections that this server allows. */
  readonly limits?: Partial<HttpLimits>;
  /** One JPEG for `/frame`, also while nobody streams; null before the first frame. */
  readonly frame: () => Promise<Uint8Array | null>;
  /** Told the number of viewers whenever it changed: frames are wanted while it is not 0. */
  readonly onViewers?: (count: number) => void;
  readonly onError?: (error: unknown) => void;
}

/** Stream clients served at once; the next one gets 503. */
export const VIEWERS_MAX = 4;

/**
 * The unit's page comes from another port, which is another origin; to a browser an address in numbers is not even the
 * same site. So any page may show the picture; none may read it, for want of Access-Control-Allow-Origin.
 */
const SHOWN_ANYWHERE = { [EMBEDDING]: "cross-origin" };

/** The viewers, and two more for `/frame` and for saying 503: with port 80 and MQTT they fit the board's 16 sockets. */
const CONNECTIONS_MAX = VIEWERS_MAX + 2;

/** Port 81: `/stream` (MJPEG) and `/frame` (one JPEG). */
export class StreamServer {
  readonly #timers: Timers;
  readonly #viewers: Viewers;
  readonly #frame: StreamServerOptions["frame"];
  readonly #server: HttpServer;

  /** Starts to listen. Throws where the port cannot be bound. */
  constructor(options: StreamServerOptions) {
    const { frame, onViewers, limits, ...http } = options;
    this.#timers = options.timers;
    this.#frame = frame;
    this.#viewers = new Viewers((count) => onViewers?.(count));
    this.#server = new HttpServer({
      ...http,
      limits: { connections: CONNECTIONS_MAX, ...limits },
      router: new Router([
        { method: "GET", path: "/stream", handler: () => this.#stream() },
        { method: "GET", path: "/frame", handler: () => this.#single() },
      ]),
    });
  }

  get port(): number {
    return this.#server.port;
  }

  /** Attached stream clients. */
  get viewers(): number {
    return this.#viewers.count;
  }

  /** Sends `jpeg` to every viewer that is ready for one. Its bytes must not change afterwards. */
  publish(jpeg: Uint8Array): void {
    this.#viewers.publish(jpeg, this.#timers.now_ms());
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  #stream(): Response {
    if (this.viewers >= VIEWERS_MAX) throw new HttpError(503, `${VIEWERS_MAX} viewers already watch the stream`);
    return {
      status: 200,
      headers: { "Content-Type": STREAM_TYPE, ...SHOWN_ANYWHERE },
      raw: (channel) => this.#viewers.attach(channel),
    };
  }

  async #single(): Promise<Response> {
    const jpeg = await this.#frame();
    if (!jpeg) throw new HttpError(503, "the camera has given no frame yet");
    return { status: 200, headers: { "Content-Type": "image/jpeg", ...SHOWN_ANYWHERE }, body: jpeg };
  }
}
