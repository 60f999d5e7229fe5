/** The byte stream under a connection to a broker, whichever transport carries it. Types only. */
import type { TlsOptions } from "../board/client_socket";
import type { Tcp } from "../board/net";

export interface LinkAddress {
  readonly host: string;
  readonly port: number;
  readonly tls: TlsOptions | null;
}

export interface LinkCallbacks {
  onReadable(bytes: number): void;
  onWritable(bytes: number): void;
  /** `fault` is a stable name, with a status code after it where there is one. Nothing comes after it. */
  onError(fault: string): void;
}

/** As a socket of the board. */
export type Link = Tcp;
