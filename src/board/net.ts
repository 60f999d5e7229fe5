/**
 * TCP sockets in the class pattern of ECMA-419, cut down to what every port of the Moddable SDK offers alike,
 * so that on the board these are the SDK's own `embedded:io/socket/listener` and `embedded:io/socket/tcp`. Types only.
 */

export interface TcpCallbacks {
  /** `bytes` can be read. Fires when bytes arrive, not again for bytes that were left unread. */
  onReadable?(bytes: number): void;
  /** Up to `bytes` can be written. May come after the first `onReadable`; nothing can be written before it. */
  onWritable?(bytes: number): void;
  /**
   * The peer ended its side or the connection broke; comes after all that had arrived was read.
   * Some machines still send what is written afterwards (the peer closed its half alone), and say so again when the
   * rest breaks; on others `write` throws from then on.
   */
  onError?(): void;
}

export interface TcpOptions extends TcpCallbacks {
  /** The accepted connection to take over; it is no longer of use itself. */
  readonly from: Tcp;
}

export interface Tcp {
  /**
   * All that can be read now, in a buffer of the caller's own; undefined where there is nothing.
   * Takes no count: the SDK's own class does not pass one through.
   */
  read(): ArrayBuffer | undefined;
  /**
   * Copies `bytes` into the socket's buffer. Throws when that is more than the last `onWritable` or `write` left
   * room for, or when the connection is gone. Returns the room that is left; undefined where the connection broke.
   */
  write(bytes: Uint8Array): number | undefined;
  /** Sends what was written, then ends the connection. No callback comes afterwards. */
  close(): void;
}

/** A class whose instances are made from what a Listener reads; the SDK reaches it as `from.constructor`. */
export type TcpConstructor = new (options: TcpOptions) => Tcp;

export interface ListenerOptions {
  /** Port to bind; 0 lets the machine choose. */
  readonly port: number;
  /** Address to bind; the SDK binds every address whatever this says. */
  readonly address?: string;
  /** `count` accepted connections wait to be read. */
  onReadable(count: number): void;
}

export interface Listener {
  readonly port: number;
  read(): Tcp | undefined;
  close(): void;
}

/** Throws when the port cannot be bound. */
export type ListenerConstructor = new (options: ListenerOptions) => Listener;
