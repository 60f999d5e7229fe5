import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { ClientSocketOptions } from "../../../board/client_socket";
import type { Tcp } from "../../../board/net";
import { HostTcp } from "../net/tcp";
import { linkFault } from "./fault";

/** IPv6 is not offered: the board's broker addresses are IPv4, and the same configuration must work in both places. */
const FAMILY = 4;

/** How long a closed connection may take to send what was written. */
const CLOSE_MS = 1000;

/** An outgoing connection on Node, plain or over TLS, that becomes an ECMA-419 socket once it stands. */
export class HostClientSocket implements Tcp {
  readonly #socket: Socket;
  #tcp: HostTcp | null = null;
  #closed = false;

  constructor(options: ClientSocketOptions) {
    const { tls } = options;
    let error: NodeJS.ErrnoException | null = null;
    const ended = () => {
      if (this.#closed) return;
      this.#closed = true;
      this.#socket.destroy();
      options.onError(linkFault(error, tls !== null));
    };
    this.#socket = dial(options, () => {
      if (this.#closed) return;
      this.#tcp = new HostTcp({
        from: new HostTcp({ socket: this.#socket }),
        onReadable: (bytes) => {
          if (!this.#closed) options.onReadable(bytes);
        },
        onWritable: (bytes) => {
          if (!this.#closed) options.onWritable(bytes);
        },
        onError: ended,
      });
    });
    this.#socket.on("error", (cause: NodeJS.ErrnoException) => {
      error = cause;
    });
    // Once the connection stands, HostTcp tells its end when all that came before it was read.
    this.#socket.once("close", () => {
      if (!this.#tcp) ended();
    });
  }

  read(): ArrayBuffer | undefined {
    return this.#tcp?.read();
  }

  write(bytes: Uint8Array): number | undefined {
    if (!this.#tcp || this.#closed) throw new Error("the connection is gone");
    return this.#tcp.write(bytes);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    if (!this.#tcp) {
      this.#socket.destroy();
      return;
    }
    // Sends what was written, and reads no more: a peer that floods would keep this computer busy until it tires.
    this.#socket.destroySoon();
    const timer = setTimeout(() => this.#socket.destroy(), CLOSE_MS);
    this.#socket.once("close", () => clearTimeout(timer));
  }
}

/** Starts to connect; `onOpen` comes once, when the connection is ready for data (and verified, over TLS). */
function dial({ host, port, tls }: ClientSocketOptions, onOpen: () => void): Socket {
  const address = { host, port, family: FAMILY, allowHalfOpen: true };
  if (!tls) return connectTcp(address, onOpen);
  return connectTls(
    {
      ...address,
      minVersion: "TLSv1.2",
      rejectUnauthorized: tls.verify,
      // Node's own root bundle where no certificate is named.
      ...(tls.ca_cert === "" ? {} : { ca: tls.ca_cert }),
      // An address is no server name. [RFC 6066, section 3]
      ...(isIP(host) ? {} : { servername: host }),
    },
    onOpen,
  );
}
