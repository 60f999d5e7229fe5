/** The server on Node's sockets, as a client sees it. */
import { connect } from "node:net";
import { bindPorts } from "../../src/boards/host/net/ports";
import { hostTimers } from "../../src/boards/host/timers";
import type { HttpLimits } from "../../src/http/limits";
import { type Route, Router } from "../../src/http/router";
import { HttpServer } from "../../src/http/server";
import { bodyOf, get, type Later, post, routes, statuses } from "./fixture";
import { RawClient } from "./raw_client";
import { REFUSED } from "./shapes";

const servers: HttpServer[] = [];
const later: Later[] = [];
/** More than the buffers of two sockets hold. */
const BIG = new Uint8Array(30_000_000).fill(0x78);
let big_answers = 0;

async function serve(limits: Partial<HttpLimits> = {}): Promise<HttpServer> {
  const { Listener, ports } = await bindPorts([{ port: 0, address: "127.0.0.1" }]);
  const big: Route = {
    method: "GET",
    path: "/huge",
    handler() {
      big_answers++;
      return { status: 200, body: BIG };
    },
  };
  const router = new Router([...routes(later), big]);
  const server = new HttpServer({
    Listener,
    timers: hostTimers,
    port: ports[0]!,
    router,
    limits: { linger_ms: 50, ...limits },
  });
  servers.push(server);
  return server;
}

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  later.length = 0;
  big_answers = 0;
});

const answered = (count: number) => (text: string) => statuses({ text }).length >= count;

/** Waits for what no event tells. */
async function eventually(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe("over real sockets", () => {
  test("an answer comes, and the connection stays for the next", async () => {
    const { port } = await serve();
    const client = await RawClient.open(port);
    client.send(get("/"));
    await client.until(() => client.text.endsWith("hello unit"));
    client.send(post("/echo", "abc"));
    await client.until(() => client.text.endsWith("abc"));
    expect(statuses(client)).toEqual([200, 200]);
    expect(client.ended).toBe(false);
    client.socket.destroy();
  });

  test.each(REFUSED)("%s gets %i and the end", async (_, status, request) => {
    const { port } = await serve();
    const client = await RawClient.ask(port, request);
    expect(statuses(client)).toEqual([status]);
    expect(JSON.parse(bodyOf(client))).toEqual({ error: expect.any(String) });
  });

  test("a long body is refused, and the refusal arrives although the body keeps coming", async () => {
    const { port } = await serve();
    const client = await RawClient.open(port);
    client.send("POST /echo HTTP/1.1\r\nHost: unit\r\nContent-Length: 5000000\r\n\r\n");
    client.socket.write(new Uint8Array(5_000_000));
    await client.until(() => client.ended);
    expect(statuses(client)).toEqual([413]);
    client.socket.destroy();
  });

  test("a hundred requests in one piece get a hundred answers in order", async () => {
    const { port } = await serve();
    const bodies = Array.from({ length: 100 }, (_, i) => `<${i}>`);
    const request = bodies.map((body) => post("/echo", body)).join("");
    const client = await RawClient.ask(port, request, (text) => text.endsWith("<99>"));
    expect(client.text.match(/<\d+>/g)).toEqual(bodies);
  });

  test("a client that ended its side gets all its answers", async () => {
    const { port } = await serve();
    const client = await RawClient.open(port);
    client.socket.end(get("/") + get("/later") + get("/"));
    await eventually(() => later.length === 1);
    later[0]!.answer("slow");
    await client.until(() => client.ended);
    expect(statuses(client)).toEqual([200, 200, 200]);
    client.socket.destroy();
  });

  test("a client that resets its connection frees its place", async () => {
    const server = await serve();
    const client = await RawClient.open(server.port);
    client.send(get("/later"));
    await eventually(() => later.length === 1);
    client.socket.resetAndDestroy();
    await eventually(() => server.connections === 0);
    later[0]!.answer("nobody");
  });

  test("a client that drips its head gets 408", async () => {
    const { port } = await serve({ head_ms: 60 });
    const client = await RawClient.open(port);
    client.send("GET / HT");
    const drip = setInterval(() => client.send("T"), 20);
    await client.until(() => client.ended);
    clearInterval(drip);
    expect(statuses(client)).toEqual([408]);
    client.socket.destroy();
  });

  test("a client that says nothing is let go", async () => {
    const { port } = await serve({ idle_ms: 60 });
    const client = await RawClient.ask(port, "");
    expect(client.text).toBe("");
  });

  test("a client that asks on and on without reading is answered once, and let go", async () => {
    const server = await serve({ idle_ms: 150 });
    const socket = connect(server.port, "127.0.0.1");
    socket.pause();
    socket.on("error", () => {});
    socket.write(get("/huge").repeat(50));
    await eventually(() => big_answers > 0);
    await eventually(() => server.connections === 0);
    expect(big_answers).toBe(1);
    socket.destroy();
  });

  test("a large answer arrives whole", async () => {
    const { port } = await serve();
    const client = await RawClient.ask(port, get("/huge", "Connection: close\r\n"));
    expect(bodyOf(client)).toHaveLength(BIG.length);
  });

  test("the ninth connection gets 503 although it asked for something else", async () => {
    const { port } = await serve();
    const eight = await Promise.all(Array.from({ length: 8 }, () => RawClient.open(port)));
    const ninth = await RawClient.ask(port, get("/"));
    expect(statuses(ninth)).toEqual([503]);
    for (const client of eight) client.send(get("/"));
    for (const client of eight) await client.until(() => answered(1)(client.text));
    expect(eight.map((client) => statuses(client))).toEqual(eight.map(() => [200]));
    for (const client of eight) client.socket.destroy();
  });

  test("twenty clients one after the other all find a place", async () => {
    const { port } = await serve();
    for (let i = 0; i < 20; i++) {
      const client = await RawClient.ask(port, get("/"), answered(1));
      expect(statuses(client)).toEqual([200]);
    }
  });

  test("closing ends what is open, and the port is free again", async () => {
    const server = await serve();
    const { port } = server;
    const client = await RawClient.open(port);
    client.send(get("/"));
    await client.until(() => answered(1)(client.text));
    await server.close();
    await client.until(() => client.ended);
    const again = await bindPorts([{ port, address: "127.0.0.1" }]);
    again.close();
    client.socket.destroy();
  });
});
