import type { RawChannel, RawHandler } from "../http/raw";
import { encodeUtf8 } from "../http/utf8";
import { DELIMITER, partHead } from "./part";

/**
 * The attached stream clients. Each has at most one frame in hand: while one is on its way to a slow client, the
 * frames that come are not for it, so that it skips frames instead of collecting them and holds nobody up.
 */
export class Viewers {
  readonly #channels = new Set<RawChannel>();
  readonly #delimiter = encodeUtf8(DELIMITER);
  readonly #onCount: (count: number) => void;

  /** `onCount` is told the number of viewers whenever it changed. */
  constructor(onCount: (count: number) => void) {
    this.#onCount = onCount;
  }

  get count(): number {
    return this.#channels.size;
  }

  attach(channel: RawChannel): RawHandler {
    this.#channels.add(channel);
    channel.write(this.#delimiter);
    this.#onCount(this.count);
    return {
      onClose: () => {
        this.#channels.delete(channel);
        this.#onCount(this.count);
      },
    };
  }

  /** Sends `jpeg` to every viewer that has the last frame. The bytes must not change until all of them have it. */
  publish(jpeg: Uint8Array, uptime_ms: number): void {
    if (this.count === 0) return;
    const head = partHead(jpeg.length, uptime_ms);
    for (const channel of [...this.#channels]) {
      if (channel.pending > 0) continue;
      channel.write(head);
      channel.write(jpeg);
      channel.write(this.#delimiter);
    }
  }
}
