/** A TCP proxy between the unit and its broker that can be told to misbehave. */
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** Control packet type of PUBACK. */
const PUBACK = 4;

export class BrokerProxy {
  /** Acknowledgements do not get through; everything else does. */
  eats_pubacks = false;
  /** Nothing gets through in either direction, and nobody is told. */
  stalls = false;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(target: number) {
    this.#server = createServer((client) => {
      const broker = connect({ port: target, host: "127.0.0.1" });
      let rest = Buffer.alloc(0);
      client.on("data", (bytes) => {
        if (!this.stalls) broker.write(bytes);
      });
      broker.on("data", (bytes: Buffer) => {
        rest = Buffer.concat([rest, bytes]);
        // What a broker says to a publisher is short: one byte of length.
        while (rest.length >= 2 && rest.length >= 2 + rest[1]!) {
          const packet = rest.subarray(0, 2 + rest[1]!);
          rest = rest.subarray(packet.length);
          if (!this.stalls && !(this.eats_pubacks && packet[0]! >> 4 === PUBACK)) client.write(packet);
        }
      });
      for (const [one, other] of [
        [client, broker],
        [broker, client],
      ] as const) {
        this.#sockets.add(one);
        one.on("error", () => {});
        one.on("close", () => {
          this.#sockets.delete(one);
          other.destroy();
        });
      }
    });
  }

  static async start(target: number): Promise<BrokerProxy> {
    const proxy = new BrokerProxy(target);
    await new Promise<void>((done) => proxy.#server.listen(0, "127.0.0.1", done));
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Breaks every connection. */
  cut(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  async stop(): Promise<void> {
    this.cut();
    await new Promise((done) => this.#server.close(done));
  }
}
