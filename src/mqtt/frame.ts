/** Cuts the byte stream of a broker into packets, of a size that a board can bear. */
import { INBOUND_MAX_BYTES } from "./limits";

/** Fixed header: type and flags (1), remaining length (1-4). [MQTT 3.1.1, section 2.2] */
const HEADER_MAX = 5;

export type FrameFault = "OVERSIZE" | "MALFORMED";

export class PacketReader {
  readonly #bytes = new Uint8Array(HEADER_MAX + INBOUND_MAX_BYTES);
  #filled = 0;
  /** Of the packet being read, header included; 0 while the header is not complete. */
  #total = 0;

  /**
   * Takes bytes as they arrive and gives each whole packet to `onPacket`, which must not keep its bytes.
   * `onPacket` returns false to end the reading. Returns what is wrong with the stream, or null.
   */
  push(chunk: Uint8Array, onPacket: (packet: Uint8Array) => boolean): FrameFault | null {
    let at = 0;
    while (at < chunk.length) {
      if (this.#total === 0) {
        const fault = this.#header(chunk[at++]!);
        if (fault) return fault;
      } else {
        const count = Math.min(this.#total - this.#filled, chunk.length - at);
        this.#bytes.set(chunk.subarray(at, at + count), this.#filled);
        this.#filled += count;
        at += count;
      }
      if (this.#total === 0 || this.#filled < this.#total) continue;
      const packet = this.#bytes.slice(0, this.#total);
      this.#filled = 0;
      this.#total = 0;
      if (!onPacket(packet)) return null;
    }
    return null;
  }

  #header(byte: number): FrameFault | null {
    this.#bytes[this.#filled++] = byte;
    if (this.#filled === 1 || (byte & 0x80) !== 0) return this.#filled === HEADER_MAX ? "MALFORMED" : null;
    let length = 0;
    for (let i = this.#filled - 1; i > 0; i--) length = length * 128 + (this.#bytes[i]! & 0x7f);
    if (length > INBOUND_MAX_BYTES) return "OVERSIZE";
    this.#total = this.#filled + length;
    return null;
  }
}
