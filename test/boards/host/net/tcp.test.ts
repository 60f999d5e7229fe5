import type { Listener, Tcp, TcpCallbacks, TcpConstructor } from "../../../../src/board/net";
import { bindPorts } from "../../../../src/boards/host/net/ports";
import { RawClient } from "../../../http/raw_client";

const open: { close(): void }[] = [];

afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

/** A connected pair: the adapter's end with these callbacks, and a plain client. */
async function pair(callbacks: (tcp: () => Tcp) => TcpCallbacks): Promise<{ tcp: Tcp; client: RawClient }> {
  const { Listener, ports } = await bindPorts([{ port: 0, address: "127.0.0.1" }]);
  let client: Promise<RawClient>;
  const tcp = await new Promise<Tcp>((resolve) => {
    const listener: Listener = new Listener({
      port: ports[0]!,
      onReadable() {
        const from = listener.read()!;
        const TCP = from.constructor as TcpConstructor;
        let made: Tcp | null = null;
        made = new TCP({ from, ...callbacks(() => made!) });
        resolve(made);
      },
    });
    open.push(listener);
    client = RawClient.open(ports[0]!);
  });
  open.push(tcp);
  const connected = await client!;
  open.push({ close: () => connected.socket.destroy() });
  return { tcp, client: connected };
}

/** A promise, and what settles it. */
function signal<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

describe("a TCP connection in the manner of ECMA-419", () => {
  test("gives all bytes in portions of the board's size, and then the end", async () => {
    const portions: number[] = [];
    const ended = signal<void>();
    const { client } = await pair((tcp) => ({
      onReadable(bytes) {
        const buffer = tcp().read()!;
        expect(buffer.byteLength).toBe(bytes);
        portions.push(buffer.byteLength);
      },
      onError: () => ended.resolve(),
    }));
    client.socket.end(new Uint8Array(100_000));
    await ended.promise;
    expect(portions.reduce((sum, bytes) => sum + bytes, 0)).toBe(100_000);
    expect(Math.max(...portions)).toBe(4096);
  });

  test("does not say again what was left unread, and holds the end back until it is read", async () => {
    const events: string[] = [];
    const readable = signal<void>();
    const ended = signal<void>();
    const { tcp, client } = await pair(() => ({
      onReadable(bytes) {
        events.push(`readable ${bytes}`);
        readable.resolve();
      },
      onError() {
        events.push("end");
        ended.resolve();
      },
    }));
    client.socket.write("abc");
    await readable.promise;
    client.socket.end();
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(events).not.toContain("end");
    expect(new Uint8Array(tcp.read()!)).toEqual(new Uint8Array([97, 98, 99]));
    expect(tcp.read()).toBeUndefined();
    await ended.promise;
    expect(events.at(-1)).toBe("end");
  });

  test("takes what it offered and throws past that", async () => {
    const offered = signal<number>();
    const { tcp, client } = await pair(() => ({ onWritable: (bytes) => offered.resolve(bytes) }));
    const room = await offered.promise;
    expect(() => tcp.write(new Uint8Array(room + 1))).toThrow("more than the socket takes");
    expect(tcp.write(new Uint8Array(room))).toBe(0);
    expect(() => tcp.write(new Uint8Array(1))).toThrow("more than the socket takes");
    await client.until(() => client.text.length === room);
  });

  test("copies what it is given", async () => {
    const writable = signal<number>();
    const { tcp, client } = await pair(() => ({ onWritable: writable.resolve }));
    await writable.promise;
    const bytes = new Uint8Array([97, 98, 99]);
    tcp.write(bytes);
    bytes.fill(0);
    await client.until(() => client.text === "abc");
  });

  test("offers room again as the peer reads, and none while it does not", async () => {
    let written = 0;
    let full = false;
    const { tcp, client } = await pair((own) => ({
      onWritable(bytes) {
        if (full) return;
        written += bytes;
        own().write(new Uint8Array(bytes));
      },
    }));
    client.socket.pause();
    let before = -1;
    while (written !== before) {
      before = written;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    full = true;
    expect(() => tcp.write(new Uint8Array(16_384))).toThrow("more than the socket takes");
    client.socket.resume();
    await client.until(() => client.text.length === written);
  });

  test("sends what was written before it ends", async () => {
    const writable = signal<number>();
    const { tcp, client } = await pair(() => ({ onWritable: writable.resolve }));
    await writable.promise;
    tcp.write(new Uint8Array(10_000).fill(120));
    tcp.close();
    tcp.close();
    await client.until(() => client.ended);
    expect(client.text).toBe("x".repeat(10_000));
    expect(() => tcp.write(new Uint8Array(1))).toThrow("gone");
    expect(tcp.read()).toBeUndefined();
  });

  test("ends in order although bytes of the peer were left unread", async () => {
    const readable = signal<number>();
    const { tcp, client } = await pair(() => ({ onReadable: readable.resolve }));
    client.socket.write(new Uint8Array(20_000_000));
    await readable.promise;
    tcp.write(new Uint8Array([98, 121, 101]));
    tcp.close();
    await client.until(() => client.ended);
    expect(client.text).toBe("bye");
    const gone = new Promise((resolve) => client.socket.once("close", resolve));
    client.socket.end();
    await gone;
    expect(client.errors).toEqual([]);
  });

  test("still sends to a peer that ended its side alone", async () => {
    const ended = signal<void>();
    const { tcp, client } = await pair(() => ({ onError: ended.resolve }));
    client.socket.end();
    await ended.promise;
    tcp.write(new Uint8Array([111, 107]));
    tcp.close();
    await client.until(() => client.ended);
    expect(client.text).toBe("ok");
  });

  test("throws once the peer reset it", async () => {
    const ended = signal<void>();
    const { tcp, client } = await pair(() => ({ onError: ended.resolve }));
    client.socket.resetAndDestroy();
    await ended.promise;
    expect(() => tcp.write(new Uint8Array(0))).toThrow("gone");
  });

  test("can be taken over once", async () => {
    const { tcp } = await pair(() => ({}));
    const TCP = tcp.constructor as TcpConstructor;
    const next = new TCP({ from: tcp });
    open.push(next);
    expect(() => new TCP({ from: tcp })).toThrow("from is no open connection");
  });
});
