import type { Principal } from "../http/principal";
import { maskKeys, maskNumber, mayReadNumbers } from "../phone/masking";
import { textFrame } from "./frame";
import { encodePosition } from "./position";
import type { StoredEvent } from "./store";

/** An event as it is sent; made once for all who may read the same of it. */
export class SentEvent {
  #whole: Buffer | null = null;
  #masked: Buffer | null = null;

  constructor(readonly event: StoredEvent) {}

  /** A WebSocket frame with the event as JSON. */
  frameFor(user: Pick<Principal, "roles">): Buffer {
    if (mayReadNumbers(user)) {
      this.#whole ??= frameOf(this.event, this.event.data);
      return this.#whole;
    }
    this.#masked ??= frameOf(this.event, masked(this.event.data));
    return this.#masked;
  }
}

function frameOf(event: StoredEvent, data: object): Buffer {
  const { type, at } = event;
  return textFrame(Buffer.from(JSON.stringify({ type, cursor: encodePosition(event), at, data })));
}

const WATCHER: Pick<Principal, "roles"> = { roles: ["STUDIO_MONITORING"] };

/** Whom was called and what keys they pressed is for those who work with the calls. */
function masked(data: StoredEvent["data"]): object {
  const { number, kind, text } = data;
  return {
    ...data,
    ...(typeof number === "string" ? { number: maskNumber(number, WATCHER) } : {}),
    ...(kind === "digits" && typeof text === "string" ? { text: maskKeys(text) } : {}),
  };
}
