/** A response that goes on after its head: the connection as a plain channel, for as long as both sides like. */
export interface RawChannel {
  /** Bytes written and not yet taken by the socket. Whoever writes only at 0 keeps the memory of a slow peer bounded. */
  readonly pending: number;
  /** Queues `bytes`, which must not change until they were taken. Does nothing once the channel is closed. */
  write(bytes: Uint8Array): void;
  close(): void;
}

export interface RawHandler {
  /** The channel is closed, by whichever side or because it made no progress for `stall_ms`. Comes once. */
  onClose(): void;
}

/** Takes the channel over once the head of the response is queued. */
export type RawStart = (channel: RawChannel) => RawHandler;
