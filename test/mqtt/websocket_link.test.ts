/** The WebSocket as a socket: what is written comes out whole, pings or not, and every end has a name. */
import fc from "fast-check";
import type { ClientSocketOptions } from "../../src/board/client_socket";
import type { Tcp } from "../../src/board/net";
import { WebSocketLink } from "../../src/mqtt/websocket";
import { acceptOf } from "../../src/mqtt/ws_handshake";

/** A server that reads what it is sent, one `take` at a time, and keeps strictly to the room it gave. */
class Server {
  readonly data: number[] = [];
  readonly pongs: number[] = [];
  closes = 0;
  upgraded = false;
  socket_closed = false;
  /** The connection is gone, as only the next write will find. */
  gone = false;
  options = {} as ClientSocketOptions;
  #written: number[] = [];
  #input: number[] = [];
  #room = 0;

  get Socket(): new (
    options: ClientSocketOptions,
  ) => Tcp {
    const server = this;
    return class implements Tcp {
      constructor(options: ClientSocketOptions) {
        server.options = options;
      }
      read(): ArrayBuffer {
        return Uint8Array.from(server.#input.splice(0)).buffer;
      }
      write(bytes: Uint8Array): number {
        if (server.gone || bytes.length > server.#room) throw new Error("would block");
        server.#room -= bytes.length;
        server.#written.push(...bytes);
        return server.#room;
      }
      close(): void {
        server.socket_closed = true;
        server.#take();
      }
    };
  }

  /** Reads everything, then offers so much room. */
  take(room: number): void {
    this.#take();
    this.#room = room;
    this.options.onWritable(room);
  }

  say(...bytes: number[]): void {
    this.#input.push(...bytes);
    this.options.onReadable(this.#input.length);
  }

  upgrade(): void {
    for (let i = 0; i < 50 && !this.upgraded; i++) this.take(40);
    this.take(400);
  }

  #take(): void {
    const text = Buffer.from(this.#written).toString("latin1");
    if (!this.upgraded) {
      if (!text.endsWith("\r\n\r\n")) return;
      this.upgraded = true;
      this.#written = [];
      const key = /Sec-WebSocket-Key: (\S+)/.exec(text)![1]!;
      const head = `HTTP/1.1 101 OK\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${acceptOf(key)}\r\nSec-WebSocket-Protocol: mqtt\r\n\r\n`;
      this.say(...Buffer.from(head));
      return;
    }
    while (this.#written.length >= 2) {
      const short = this.#written[1]! & 0x7f;
      const header = short === 126 ? 4 : 2;
      const length = short === 126 ? this.#written[2]! * 256 + this.#written[3]! : short;
      if (this.#written.length < header + 4 + length) return;
      const opcode = this.#written[0]! & 0x0f;
      const [, ...rest] = [0, ...this.#written.splice(0, header + 4 + length).slice(header)];
      const payload = rest.slice(4).map((byte, i) => byte ^ rest[i & 3]!);
      if (opcode === 2) this.data.push(...payload);
      else if (opcode === 10) this.pongs.push(...payload);
      else if (opcode === 8) this.closes++;
      else throw new Error(`opcode ${opcode}`);
    }
  }
}

/** A link whose writer sends `bytes` as room comes, and never more. */
function makeLink(server: Server, bytes: readonly number[] = []) {
  const seen = { faults: [] as string[], heard: [] as number[] };
  let at = 0;
  let random = 0;
  const link: WebSocketLink = new WebSocketLink(
    server.Socket,
    (count) => Uint8Array.from({ length: count }, () => (random = (random * 5 + 91) & 0xff)),
    { host: "broker.test", port: 8083, tls: null },
    "/mqtt",
    {
      onReadable: () => seen.heard.push(...new Uint8Array(link.read()!)),
      onWritable: (offered) => {
        for (let room = offered; room > 0 && at < bytes.length; ) {
          const part = Uint8Array.from(bytes.slice(at, at + room));
          at += part.length;
          room = link.write(part);
        }
      },
      onError: (fault) => seen.faults.push(fault),
    },
  );
  return { link, seen };
}

test("a long message comes out whole through whatever room there is, and pings are answered in between", () => {
  const rooms = fc.array(fc.tuple(fc.integer({ min: 9, max: 90 }), fc.boolean()), { minLength: 5, maxLength: 40 });
  fc.assert(
    fc.property(rooms, (steps) => {
      const server = new Server();
      const bytes = Array.from({ length: 900 }, (_, i) => i & 0xff);
      const { seen } = makeLink(server, bytes);
      server.upgrade();
      for (const [i, [room, ping]] of steps.entries()) {
        if (ping) server.say(0x89, 3, i, i, i);
        server.take(room);
      }
      for (let i = 0; i < 200; i++) server.take(60);
      expect(seen.faults).toEqual([]);
      expect(server.data).toEqual(bytes);
      const pings = steps.flatMap(([, ping], i) => (ping ? [i] : []));
      // The latest is always answered; of those that came while there was no room, the latest is enough.
      expect(server.pongs.slice(-3)).toEqual(pings.slice(-1).flatMap((i) => [i, i, i]));
    }),
  );
});

test("a server's goodbye, a broken rule and a lost connection each have their name, once", () => {
  for (const [end, fault] of [
    [(server: Server) => server.say(0x88, 2, 3, 232), "WS_CLOSED"],
    [(server: Server) => server.say(0x81, 1, 65), "WS_PROTOCOL"],
    [(server: Server) => server.options.onError("TCP_RESET"), "TCP_RESET"],
  ] as const) {
    const server = new Server();
    const { seen } = makeLink(server);
    server.upgrade();
    end(server);
    server.options.onError("TCP_CLOSED");
    expect(seen.faults).toEqual([fault]);
    expect(server.socket_closed).toBe(true);
  }
});

test("a connection that is gone harms neither the goodbye nor the answer to a ping", () => {
  const server = new Server();
  const { link, seen } = makeLink(server);
  server.upgrade();
  server.gone = true;
  server.say(0x89, 0);
  server.options.onError("TCP_RESET");
  expect(seen.faults).toEqual(["TCP_RESET"]);
  link.close();
});

test("close says goodbye and is final", () => {
  const server = new Server();
  const { link, seen } = makeLink(server);
  server.upgrade();
  link.close();
  link.close();
  expect(server.closes).toBe(1);
  expect(server.socket_closed).toBe(true);
  server.options.onError("TCP_CLOSED");
  expect(seen.faults).toEqual([]);
  expect(() => link.write(new Uint8Array(1))).toThrow();
});

test("more than the room that was offered is refused", () => {
  const server = new Server();
  const { link } = makeLink(server);
  server.upgrade();
  expect(() => link.write(new Uint8Array(393))).toThrow();
  expect(link.write(new Uint8Array(392))).toBe(0);
});

test("what follows the upgrade in the same piece is read", () => {
  const server = new Server();
  const { seen } = makeLink(server);
  for (let i = 0; i < 50 && !server.upgraded; i++) server.take(40);
  server.say(0x82, 2, 7, 8);
  expect(seen.heard).toEqual([7, 8]);
});
