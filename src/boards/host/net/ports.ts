import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import type { Listener, ListenerConstructor, ListenerOptions, Tcp } from "../../../board/net";
import { HostTcp } from "./tcp";

export interface PortWanted {
  /** 0 lets the machine choose. */
  readonly port: number;
  readonly address: string;
}

/** A port that could not be bound; `code` is Node's (`EADDRINUSE`, `EACCES`, `EADDRNOTAVAIL`). */
export class PortError extends Error {
  constructor(
    readonly code: string,
    readonly port: number,
    readonly address: string,
  ) {
    super(`port ${port} on ${address} ${reason(code)} (${code})`);
  }
}

function reason(code: string): string {
  if (code === "EADDRINUSE") return "is in use";
  if (code === "EACCES") return "needs more rights than this program has";
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") return "cannot be bound: the address is not of this machine";
  return "cannot be bound";
}

export interface BoundPorts {
  /** The board's Listener class; its `port` must be one of `ports`. */
  readonly Listener: ListenerConstructor;
  /** The real ports, in the order in which they were wanted. */
  readonly ports: readonly number[];
  /** Gives back what no Listener took. */
  close(): void;
}

/**
 * Binds every port before the unit is made, since Node binds in its own time and the board's Listener at once.
 * Connections that come before a Listener takes its port wait for it. Rejects with PortError, and binds nothing then.
 */
export async function bindPorts(wanted: readonly PortWanted[]): Promise<BoundPorts> {
  const bound = new Map<number, BoundPort>();
  const close = () => {
    for (const one of bound.values()) one.close();
    bound.clear();
  };
  const ports: number[] = [];
  try {
    for (const one of wanted) {
      const server = await listen(one);
      const { port } = server.address() as AddressInfo;
      bound.set(port, new BoundPort(server));
      ports.push(port);
    }
  } catch (error) {
    close();
    throw error;
  }
  const take = (port: number): BoundPort => {
    const one = bound.get(port);
    if (!one) throw new Error(`port ${port} was not bound`);
    bound.delete(port);
    return one;
  };
  const Listener = class extends HostListener {
    constructor(options: ListenerOptions) {
      super(take(options.port), options);
    }
  };
  return { Listener, ports, close };
}

function listen({ port, address }: PortWanted): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer({ pauseOnConnect: true, allowHalfOpen: true });
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(new PortError(error.code ?? "UNKNOWN", port, address)),
    );
    server.listen({ port, host: address, exclusive: true }, () => resolve(server));
  });
}

/** A listening server and the connections that nobody has read yet. */
class BoundPort {
  readonly port: number;
  onPending: () => void = () => {};
  readonly #pending: Socket[] = [];

  constructor(readonly server: Server) {
    this.port = (server.address() as AddressInfo).port;
    // A connection that could not be accepted (out of descriptors) is the peer's loss; those that came are served on.
    server.on("error", () => {});
    server.on("connection", (socket) => {
      this.#pending.push(socket);
      this.onPending();
    });
  }

  get count(): number {
    return this.#pending.length;
  }

  next(): Socket | undefined {
    return this.#pending.shift();
  }

  close(): void {
    this.server.close();
    for (const socket of this.#pending.splice(0)) socket.destroy();
  }
}

class HostListener implements Listener {
  readonly #bound: BoundPort;

  constructor(bound: BoundPort, options: ListenerOptions) {
    this.#bound = bound;
    const tell = () => {
      if (bound.count > 0) options.onReadable(bound.count);
    };
    bound.onPending = tell;
    setImmediate(tell);
  }

  get port(): number {
    return this.#bound.port;
  }

  read(): Tcp | undefined {
    const socket = this.#bound.next();
    return socket && new HostTcp({ socket });
  }

  close(): void {
    this.#bound.onPending = () => {};
    this.#bound.close();
  }
}
