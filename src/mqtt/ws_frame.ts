/** WebSocket frames: the client masks what it sends, and takes from the server only what MQTT may find there. [RFC 6455, section 5] */

export const BINARY = 0x2;
export const CLOSE = 0x8;
export const PONG = 0xa;
const CONTINUATION = 0x0;
const PING = 0x9;

const FINAL = 0x80;
const RESERVED = 0x70;
const MASKED = 0x80;
const CONTROL_MAX_BYTES = 125;

/** Header of a frame of ours up to 65,535 bytes: two bytes, length (2), mask (4). */
export const HEADER_MAX = 8;

/** One whole masked frame; `payload` of at most 65,535 bytes, `mask` of 4. */
export function frame(opcode: number, payload: Uint8Array, mask: Uint8Array): Uint8Array {
  const short = payload.length <= CONTROL_MAX_BYTES;
  const header = short ? 6 : HEADER_MAX;
  const bytes = new Uint8Array(header + payload.length);
  bytes[0] = FINAL | opcode;
  bytes[1] = MASKED | (short ? payload.length : 126);
  if (!short) {
    bytes[2] = payload.length >> 8;
    bytes[3] = payload.length & 0xff;
  }
  bytes.set(mask, header - 4);
  for (let i = 0; i < payload.length; i++) bytes[header + i] = payload[i]! ^ mask[i & 3]!;
  return bytes;
}

export interface FrameCallbacks {
  /** Bytes of the data stream, a view of what was pushed. Frame borders mean nothing to MQTT. [MQTT 5, section 6] */
  onData(bytes: Uint8Array): void;
  onPing(payload: Uint8Array): void;
}

/** Takes frames apart as their bytes arrive. Keeps at most a header and one control payload, whatever length a frame claims. */
export class FrameReader {
  readonly #callbacks: FrameCallbacks;
  readonly #header = new Uint8Array(10);
  #header_filled = 0;
  /** Of the frame whose header is complete; -1 between frames. */
  #left = -1;
  #control: number[] = [];
  /** A data message whose final frame has not come. */
  #fragmented = false;

  constructor(callbacks: FrameCallbacks) {
    this.#callbacks = callbacks;
  }

  /** Returns `WS_CLOSED` where the server ends the connection, `WS_PROTOCOL` where it breaks the rules, else null. */
  push(bytes: Uint8Array): "WS_CLOSED" | "WS_PROTOCOL" | null {
    let at = 0;
    while (at < bytes.length || this.#left === 0) {
      if (this.#left < 0) {
        this.#header[this.#header_filled++] = bytes[at++]!;
        if (!this.#headerSound()) return "WS_PROTOCOL";
        continue;
      }
      const part = bytes.subarray(at, at + this.#left);
      at += part.length;
      this.#left -= part.length;
      if (!this.#isControl()) {
        if (part.length > 0) this.#callbacks.onData(part);
      } else this.#control.push(...part);
      if (this.#left === 0 && this.#endFrame()) return "WS_CLOSED";
    }
    return null;
  }

  get #opcode(): number {
    return this.#header[0]! & 0x0f;
  }

  #isControl(): boolean {
    return this.#opcode >= CLOSE;
  }

  /** Looks at the header as far as it is there; sets `#left` once it is complete. */
  #headerSound(): boolean {
    const filled = this.#header_filled;
    if (filled === 1) return this.#startSound();
    const length = this.#header[1]!;
    if ((length & MASKED) !== 0) return false;
    if (this.#isControl() && length > CONTROL_MAX_BYTES) return false;
    const more = length === 127 ? 8 : length === 126 ? 2 : 0;
    if (filled < 2 + more) return true;
    let value = more === 0 ? length : 0;
    for (let i = 2; i < filled; i++) value = value * 256 + this.#header[i]!;
    if (value > 0x7fffffff) return false;
    this.#left = value;
    return true;
  }

  #startSound(): boolean {
    const first = this.#header[0]!;
    const final = (first & FINAL) !== 0;
    if ((first & RESERVED) !== 0) return false;
    switch (this.#opcode) {
      case BINARY:
      case CONTINUATION:
        if (this.#fragmented !== (this.#opcode === CONTINUATION)) return false;
        this.#fragmented = !final;
        return true;
      case CLOSE:
      case PING:
      case PONG:
        return final;
      default:
        return false;
    }
  }

  /** True where the frame was the server's goodbye. */
  #endFrame(): boolean {
    const opcode = this.#opcode;
    if (opcode === PING) this.#callbacks.onPing(Uint8Array.from(this.#control));
    this.#control = [];
    this.#header_filled = 0;
    this.#left = -1;
    return opcode === CLOSE;
  }
}
