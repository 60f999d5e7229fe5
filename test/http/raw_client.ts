import { connect, type Socket } from "node:net";

/** A client that sends what it is told, byte for byte, and collects what comes back. */
export class RawClient {
  text = "";
  /** The server ended its side, or the connection broke. */
  ended = false;
  readonly errors: Error[] = [];
  readonly #waiting = new Set<() => void>();

  private constructor(readonly socket: Socket) {
    socket.on("data", (bytes) => {
      this.text += bytes.toString("latin1");
      this.#wake();
    });
    socket.on("error", (error) => this.errors.push(error));
    for (const event of ["end", "close", "error"])
      socket.on(event, () => {
        this.ended = true;
        this.#wake();
      });
  }

  static open(port: number): Promise<RawClient> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
      socket.once("error", reject);
      socket.once("connect", () => resolve(new RawClient(socket)));
    });
  }

  /** One connection that sends `text`, and everything that comes until the server ends it or `enough` does. */
  static async ask(port: number, text: string, enough?: (text: string) => boolean): Promise<RawClient> {
    const client = await RawClient.open(port);
    client.send(text);
    await client.until(() => client.ended || (enough?.(client.text) ?? false));
    client.socket.destroy();
    return client;
  }

  send(text: string): void {
    this.socket.write(text, "latin1");
  }

  /** Resolves once `condition` holds; it is looked at whenever something came. Jest's own time limit is the bound. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}
