/**
 * Outgoing connections, plain or over TLS, in the same class pattern as `net.ts`. ECMA-419 has name resolution, TCP and TLS
 * apart; here they are one step, because on the board the whole step is the vendor's TLS library. Types only.
 */
import type { Tcp } from "./net";

/** Why a connection did not come about or ended: stable names that hold nothing of the connection itself. */
export type LinkFault =
  | "DNS_FAILED"
  | "TCP_REFUSED"
  | "TCP_UNREACHABLE"
  | "TCP_TIMEOUT"
  | "TCP_RESET"
  /** The peer ended the connection. */
  | "TCP_CLOSED"
  | "TCP_FAILED"
  | "TLS_UNTRUSTED_CHAIN"
  | "TLS_WRONG_HOST"
  | "TLS_EXPIRED"
  | "TLS_NOT_YET_VALID"
  | "TLS_HANDSHAKE";

export interface TlsOptions {
  /** PEM of the certificates to trust; empty trusts the built-in root bundle. */
  readonly ca_cert: string;
  /** False takes any certificate: encrypted, but nobody is authenticated. */
  readonly verify: boolean;
}

/** No callback comes before the constructor returned, nor after `close`. */
export interface ClientSocketOptions {
  /** Host name or IPv4 address. */
  readonly host: string;
  readonly port: number;
  /** Null connects without TLS. */
  readonly tls: TlsOptions | null;
  /** `bytes` can be read. Fires when bytes arrive, not again for bytes that were left unread. */
  onReadable(bytes: number): void;
  /** Connected (TLS included), and up to `bytes` can be written. Comes again when room came back. */
  onWritable(bytes: number): void;
  /** Comes once, after all that had arrived was read; nothing comes after it. */
  onError(fault: LinkFault): void;
}

/** As an accepted connection, but that `onError` tells why. */
export type ClientSocketConstructor = new (options: ClientSocketOptions) => Tcp;
