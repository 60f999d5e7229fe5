import * as http from "node:http";
import * as net from "node:net";
import { parseCidrs } from "../../src/net/address";
import { GuardedClient, type RequestFailed } from "../../src/net/client";
import type { Resolve } from "../../src/net/resolver";

const LOOPBACK = { allow: parseCidrs("127.0.0.1") };
const open: { close(): unknown }[] = [];
const sockets = new Set<net.Socket>();

afterEach(async () => {
  for (const one of open.splice(0)) one.close();
  for (const socket of sockets) socket.destroy();
  sockets.clear();
});

function keep<T extends net.Server>(server: T): Promise<number> {
  open.push(server);
  server.on("connection", (socket: net.Socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  });
  return new Promise((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve((server.address() as net.AddressInfo).port)),
  );
}
const serve = (on: http.RequestListener) => keep(http.createServer(on));
const raw = (on: (socket: net.Socket) => void) => keep(net.createServer(on));

function client(options: Partial<ConstructorParameters<typeof GuardedClient>[0]> = {}): GuardedClient {
  const made = new GuardedClient({ policy: LOOPBACK, ...options });
  open.push(made);
  return made;
}

const GET = { method: "GET", timeout_ms: 3_000, max_response_bytes: 1_000 };
const failure = (promise: Promise<unknown>): Promise<RequestFailed> =>
  promise.then(
    () => Promise.reject(new Error("it was answered")),
    (error) => error,
  );

test("an exchange brings back status, fields and body", async () => {
  const port = await serve(async (req, res) => {
    const body = await new Promise<string>((done) => {
      let text = "";
      req.on("data", (chunk) => (text += chunk)).on("end", () => done(text));
    });
    res.writeHead(201, { "X-One": "1", "Set-Cookie": ["a=1", "b=2"] });
    res.end(`${req.method} ${req.url} ${req.headers["x-in"]} ${req.headers["host"]} ${body}`);
  });
  const answer = await client().request({
    ...GET,
    method: "POST",
    url: `http://127.0.0.1:${port}/a?b=c`,
    headers: { "X-In": "yes", Host: "elsewhere", "Content-Length": "9999" },
    body: "ជម្រាបសួរ",
  });
  expect(answer).toMatchObject({ status: 201, cut: null, remote_address: "127.0.0.1" });
  expect(answer.headers).toMatchObject({ "x-one": "1", "set-cookie": "a=1, b=2" });
  expect(answer.body.toString()).toBe(`POST /a?b=c yes 127.0.0.1:${port} ជម្រាបសួរ`);
});

test("this machine is out of reach unless the operator opened it, in every spelling, and is never connected to", async () => {
  let reached = 0;
  const port = await serve((_req, res) => {
    reached += 1;
    res.end();
  });
  const closed = client({ policy: { allow: [] } });
  for (const host of [
    "127.0.0.1",
    "127.1",
    "2130706433",
    "0x7f000001",
    "0177.0.0.1",
    "[::ffff:127.0.0.1]",
    "localhost",
    "a.localhost.",
  ]) {
    expect(await failure(closed.request({ ...GET, url: `http://${host}:${port}/` }))).toMatchObject({
      code: "ADDRESS_REFUSED",
    });
  }
  expect(reached).toBe(0);
  expect(sockets.size).toBe(0);
});

test("a name that first led elsewhere and now leads inside is refused: the answer that is used is the one that is checked", async () => {
  let asked = 0;
  const port = await serve((_req, res) => res.end("inside"));
  const rebinding: Resolve = async () => {
    asked += 1;
    return asked === 1 ? [{ address: "127.0.0.1", family: 4 }] : [{ address: "127.0.0.2", family: 4 }];
  };
  const guarded = client({ resolve: rebinding });
  expect((await guarded.request({ ...GET, url: `http://name.test:${port}/` })).status).toBe(200);
  expect(await failure(guarded.request({ ...GET, url: `http://name.test:${port}/` }))).toMatchObject({
    code: "ADDRESS_REFUSED",
  });
});

test("of a name's addresses only those that may be reached are tried", async () => {
  const port = await serve((_req, res) => res.end());
  const resolve: Resolve = async () => [
    { address: "127.0.0.3", family: 4 },
    { address: "169.254.169.254", family: 4 },
    { address: "127.0.0.1", family: 4 },
  ];
  expect((await client({ resolve }).request({ ...GET, url: `http://name.test:${port}/` })).remote_address).toBe(
    "127.0.0.1",
  );
});

test("the connected address is checked even where the look-up was fooled", async () => {
  const port = await serve((_req, res) => res.end("inside"));
  // A look-up that swears the name is public, and a connection that goes elsewhere: as after a poisoned cache below us.
  const fooled = client({ policy: { allow: [] }, resolve: async () => [{ address: "93.184.216.34", family: 4 }] });
  const agent = (fooled as unknown as { agents: { "http:": http.Agent & { createConnection: unknown } } }).agents[
    "http:"
  ];
  agent.createConnection = () => net.connect(port, "127.0.0.1");
  expect(await failure(fooled.request({ ...GET, url: `http://name.test:${port}/` }))).toMatchObject({
    code: "ADDRESS_REFUSED",
  });
});

test("a redirect is handed back, not followed", async () => {
  let inside = 0;
  const port = await serve((req, res) => {
    if (req.url === "/inside") inside += 1;
    res.writeHead(302, { location: "/inside" }).end();
  });
  expect((await client().request({ ...GET, url: `http://127.0.0.1:${port}/` })).status).toBe(302);
  expect(inside).toBe(0);
});

test("a huge body is cut at the size asked for, an endless one at the deadline, a broken one where it broke", async () => {
  const port = await serve((req, res) => {
    if (req.url === "/huge") {
      const flood = () => {
        while (res.write("x".repeat(65_536))) {}
      };
      res.on("drain", flood);
      flood();
    } else if (req.url === "/drip") {
      res.writeHead(200);
      const timer = setInterval(() => res.write("y"), 20);
      res.on("close", () => clearInterval(timer));
    } else {
      res.writeHead(200, { "content-length": 100 });
      res.write("half", () => res.destroy());
    }
  });
  const base = `http://127.0.0.1:${port}`;
  const huge = await client().request({ ...GET, url: `${base}/huge` });
  expect(huge).toMatchObject({ status: 200, cut: "size" });
  expect(huge.body.length).toBe(1_000);
  const drip = await client().request({ ...GET, url: `${base}/drip`, timeout_ms: 300 });
  expect(drip).toMatchObject({ status: 200, cut: "time" });
  expect(drip.body.toString()).toMatch(/^y+$/);
  const broken = await client().request({ ...GET, url: `${base}/broken` });
  expect(broken).toMatchObject({ status: 200, cut: "broken" });
  expect(broken.body.toString()).toBe("half");
});

test("silence, a head that drips, nonsense and a closed port each say what they were", async () => {
  const silent = await raw(() => {});
  const dripping = await raw((socket) => {
    socket.write("HTTP/1.1 200 OK\r\n");
    const timer = setInterval(() => socket.write("X-A: b\r\n"), 20);
    socket.on("close", () => clearInterval(timer));
  });
  const nonsense = await raw((socket) => socket.end("220 smtp ready\r\n"));
  const hanging_up = await raw((socket) => socket.destroy());
  const ask = (port: number) =>
    failure(client().request({ ...GET, url: `http://127.0.0.1:${port}/`, timeout_ms: 300 }));
  expect(await ask(silent)).toMatchObject({ code: "TIMEOUT", message: "no answer within 0.3 s" });
  expect(await ask(dripping)).toMatchObject({ code: "TIMEOUT" });
  expect(await ask(nonsense)).toMatchObject({ code: "CONNECTION", message: expect.stringContaining("not HTTP") });
  expect(await ask(hanging_up)).toMatchObject({ code: "CONNECTION" });
  const gone = net.createServer();
  const port = await keep(gone);
  await new Promise((done) => gone.close(done));
  expect(await ask(port)).toMatchObject({ code: "CONNECTION", message: "the connection was refused" });
});

test("TLS that is none, and names that are none", async () => {
  const plain = await raw((socket) => socket.on("data", () => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")));
  expect(await failure(client().request({ ...GET, url: `https://127.0.0.1:${plain}/` }))).toMatchObject({
    code: "TLS",
  });
  const nowhere = client({ resolve: () => Promise.reject(Object.assign(new Error("no"), { code: "ENOTFOUND" })) });
  expect(await failure(nowhere.request({ ...GET, url: "http://name.test/" }))).toMatchObject({
    code: "DNS",
    message: "the name was not found (ENOTFOUND)",
  });
});

test("what cannot be asked is said before anything is sent", async () => {
  for (const [url, message] of [
    ["nowhere", "not a URL"],
    ["ftp://example.org/", "https:// or http://"],
    ["http://user:secret@example.org/", "must not hold a user name"],
  ] as const) {
    const error = await failure(client().request({ ...GET, url }));
    expect(error).toMatchObject({ code: "BAD_REQUEST", message: expect.stringContaining(message) });
    expect(error.message).not.toContain("secret");
  }
  const port = await serve((_req, res) => res.end());
  const split = client().request({ ...GET, url: `http://127.0.0.1:${port}/`, headers: { "X-A": "1\r\nX-B: 2" } });
  expect(await failure(split)).toMatchObject({ code: "BAD_REQUEST" });
});

test("a kept connection that the other side closed in between costs nothing", async () => {
  let connections = 0;
  const port = await raw((socket) => {
    connections += 1;
    let requests = 0;
    socket.on("data", () => {
      requests += 1;
      if (requests === 1) socket.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
      else socket.resetAndDestroy();
    });
  });
  const kept = client({ idle_sockets: 4 });
  const ask = () => kept.request({ ...GET, url: `http://127.0.0.1:${port}/` });
  expect((await ask()).status).toBe(200);
  expect((await ask()).status).toBe(200);
  expect(connections).toBe(2);
});
