import type { RawChannel, RawStart } from "../../src/http/raw";
import { encodeUtf8 } from "../../src/http/utf8";
import { bodyOf, Fixture, get, post, statuses } from "./fixture";

describe("an answer", () => {
  test("has its status, length and the fields that keep it where it belongs", () => {
    const peer = new Fixture().ask(get("/"));
    expect(peer.text).toBe(
      "HTTP/1.1 200 OK\r\nContent-Length: 10\r\nCache-Control: no-store\r\n" +
        "Cross-Origin-Resource-Policy: same-origin\r\nX-Content-Type-Options: nosniff\r\n\r\nhello unit",
    );
    expect(peer.closed).toBe(false);
  });

  test("to HEAD is the one to GET without its body", () => {
    const head = new Fixture().ask(get("/").replace("GET", "HEAD"));
    const whole = new Fixture().ask(get("/"));
    expect(head.text).toBe(whole.text.replace("hello unit", ""));
  });

  test.each(["/empty", "/unchanged"])("without a body announces none: %s", (path) => {
    const peer = new Fixture().ask(get(path) + get("/"));
    expect(peer.text.split("\r\n\r\n")[0]).not.toContain("Content-Length");
    expect(statuses(peer)).toEqual([path === "/empty" ? 204 : 304, 200]);
  });

  test("to an absolute target knows the host in it", () => {
    expect(bodyOf(new Fixture().ask(get("http://other:8080/")))).toBe("hello other:8080");
  });

  test("to HTTP/1.0 ends the connection unless it is asked to stay", () => {
    const fixture = new Fixture();
    const once = fixture.ask(get("/", "", "HTTP/1.0"));
    expect(once.text).toContain("\r\nConnection: close\r\n");
    expect(once.closed).toBe(true);
    const stays = fixture.ask(get("/", "Connection: keep-alive\r\n", "HTTP/1.0"));
    expect(stays.text).toContain("\r\nConnection: keep-alive\r\n");
    expect(stays.closed).toBe(false);
  });

  test("that the client wants to be the last ends the connection", () => {
    const peer = new Fixture().ask(get("/", "Connection: close\r\n"));
    expect(statuses(peer)).toEqual([200]);
    expect(peer.closed).toBe(true);
  });
});

describe("a request for nothing that is there", () => {
  test.each([
    ["an unknown path", get("/nothing"), 404],
    ["a path with another case", get("/ECHO"), 404],
    ["a path with an escape", get("/%65cho"), 404],
    ["the whole server", "OPTIONS * HTTP/1.1\r\nHost: unit\r\n\r\n", 404],
    ["an unknown method", "BREW / HTTP/1.1\r\nHost: unit\r\n\r\n", 501],
    ["a method in lower case", "get / HTTP/1.1\r\nHost: unit\r\n\r\n", 501],
    ["a tunnel", "CONNECT unit:80 HTTP/1.1\r\nHost: unit\r\n\r\n", 501],
  ])("%s", (_, request, status) => {
    const fixture = new Fixture();
    const peer = fixture.ask(request);
    expect(statuses(peer)).toEqual([status]);
    expect(JSON.parse(bodyOf(peer))).toEqual({ error: expect.any(String) });
    expect(peer.text).toContain("\r\nContent-Type: application/json\r\n");
    fixture.send(peer, get("/"));
    expect(statuses(peer)).toEqual([status, 200]);
  });

  test.each([
    ["POST", "/big", "GET, HEAD"],
    ["GET", "/echo", "POST"],
    ["HEAD", "/echo", "POST"],
    ["DELETE", "/", "GET, HEAD, POST"],
    ["OPTIONS", "/", "GET, HEAD, POST"],
  ])("%s %s is told what there is", (method, path, allow) => {
    const peer = new Fixture().ask(`${method} ${path} HTTP/1.1\r\nHost: unit\r\n\r\n`);
    expect(statuses(peer)).toEqual([405]);
    expect(peer.text).toContain(`\r\nAllow: ${allow}\r\n`);
  });
});

test("a public name that was pointed at the unit gets nothing, whatever it asks", () => {
  for (const line of ["GET /", "GET /nowhere", "POST /echo"]) {
    const peer = new Fixture().ask(`${line} HTTP/1.1\r\nHost: rebound.example\r\nContent-Length: 0\r\n\r\n`);
    expect(statuses(peer)).toEqual([403]);
    expect(JSON.parse(bodyOf(peer)).error).toContain("address");
  }
});

describe("a body", () => {
  test("reaches its handler, however it is cut", () => {
    const fixture = new Fixture();
    const peer = fixture.ask("");
    for (const part of [..."POST /echo HTTP/1.1\r\nHost: unit\r\nContent-Length: 5\r\n\r\nhe", "llo"])
      fixture.send(peer, part);
    expect(bodyOf(peer)).toBe("hello");
  });

  test("may be as long as its route allows, and not a byte longer", () => {
    const fixture = new Fixture();
    expect(statuses(fixture.ask(post("/echo", "x".repeat(1000))))).toEqual([200]);
    const long = fixture.ask(post("/echo", "x".repeat(1001)));
    expect(statuses(long)).toEqual([413]);
    expect(long.text).toContain("\r\nConnection: close\r\n");
    expect(statuses(fixture.ask(post("/strict", "x".repeat(11))))).toEqual([400]);
    expect(statuses(fixture.ask(post("/", "x")))).toEqual([413]);
  });

  test("is refused before it is sent", () => {
    const peer = new Fixture().ask("POST /echo HTTP/1.1\r\nHost: unit\r\nContent-Length: 999999\r\n\r\n");
    expect(statuses(peer)).toEqual([413]);
  });

  test("needs a length where its route takes one, unless the route does without", () => {
    const fixture = new Fixture();
    expect(statuses(fixture.ask(post("/echo")))).toEqual([411]);
    expect(bodyOf(fixture.ask(post("/strict")))).toBe("0");
    expect(statuses(fixture.ask(post("/")))).toEqual([200]);
  });

  test("that waits for leave is given it, where it would be taken", () => {
    const fixture = new Fixture();
    const fields = "Expect: 100-continue\r\nContent-Length: 2\r\n";
    const peer = fixture.ask(post("/echo", null, fields));
    expect(peer.text).toBe("HTTP/1.1 100 Continue\r\n\r\n");
    fixture.send(peer, "ok");
    expect(statuses(peer)).toEqual([100, 200]);
    expect(statuses(fixture.ask(post("/nothing", null, fields)))).toEqual([404]);
    expect(statuses(fixture.ask(`${post("/echo", null, fields)}ok`))).toEqual([200]);
  });

  test("that was refused unread is never taken for a request", () => {
    const fixture = new Fixture();
    const peer = fixture.ask(post("/nothing", post("/")));
    expect(statuses(peer)).toEqual([404]);
    fixture.send(peer, get("/"));
    expect(statuses(peer)).toEqual([404]);
    fixture.wait(1000);
    expect(peer.closed).toBe(true);
  });
});

describe("a page of another origin", () => {
  test("may not write", () => {
    const peer = new Fixture().ask(post("/", null, "Origin: http://evil.example\r\n"));
    expect(statuses(peer)).toEqual([403]);
  });

  test("that hides who it is may not write either", () => {
    expect(statuses(new Fixture().ask(post("/", null, "Origin: null\r\n")))).toEqual([403]);
  });

  test("is no other where it is this host, and no obstacle where it only reads", () => {
    const fixture = new Fixture();
    expect(statuses(fixture.ask(post("/", null, "Origin: http://unit\r\n")))).toEqual([200]);
    expect(statuses(fixture.ask(get("/", "Origin: http://evil.example\r\n")))).toEqual([200]);
  });
});

describe("a handler", () => {
  test("that refuses is quoted, field and all", () => {
    const peer = new Fixture().ask(get("/refuses"));
    expect(statuses(peer)).toEqual([409]);
    expect(JSON.parse(bodyOf(peer))).toEqual({ error: "not now", field: "ssid" });
  });

  test("that fails is reported here and not there", () => {
    const fixture = new Fixture();
    const peer = fixture.ask(get("/throws"));
    expect(statuses(peer)).toEqual([500]);
    expect(peer.text).not.toContain("secret");
    expect(fixture.errors).toEqual([new Error("secret detail")]);
    fixture.send(peer, get("/"));
    expect(statuses(peer)).toEqual([500, 200]);
  });

  test("cannot break out of a header line", () => {
    const fixture = new Fixture();
    const peer = fixture.ask(get("/broken-header"));
    expect(peer.text).toBe("");
    expect(peer.closed).toBe(true);
    expect(fixture.errors).toEqual([expect.any(RangeError)]);
  });

  test("may take its time", async () => {
    const fixture = new Fixture();
    const peer = fixture.ask(get("/later") + get("/"));
    expect(peer.text).toBe("");
    fixture.later[0]!.answer("here");
    await fixture.settle();
    expect(statuses(peer)).toEqual([200, 200]);
    expect(peer.text).toMatch(/"here"HTTP[\s\S]*hello unit$/);
  });

  test("may fail after a time", async () => {
    const fixture = new Fixture();
    const peer = fixture.ask(get("/later"));
    fixture.later[0]!.fail(new Error("no camera"));
    await fixture.settle();
    expect(statuses(peer)).toEqual([500]);
    expect(fixture.errors).toHaveLength(1);
  });

  test("that takes too long is answered for, and heard no more", async () => {
    const fixture = new Fixture();
    const peer = fixture.ask(get("/later"));
    fixture.wait(9700);
    expect(peer.text).toBe("");
    fixture.wait(600);
    expect(statuses(peer)).toEqual([503]);
    fixture.later[0]!.answer("too late");
    await fixture.settle();
    expect(statuses(peer)).toEqual([503]);
    fixture.wait(1000);
    expect(peer.closed).toBe(true);
  });
});

describe("a connection that a handler takes over", () => {
  test("is its own until it closes it", () => {
    const closes: string[] = [];
    let channel: RawChannel | null = null;
    const raw: RawStart = (own) => {
      channel = own;
      own.write(encodeUtf8("<hello>"));
      return { onClose: () => closes.push("once") };
    };
    const fixture = new Fixture({}, [{ method: "GET", path: "/raw", handler: () => ({ status: 200, raw }) }]);
    const peer = fixture.ask(get("/raw"));
    expect(peer.text).toMatch(/\r\nConnection: close\r\n\r\n<hello>$/);
    channel!.write(encodeUtf8("<more>"));
    expect(peer.text).toMatch(/<hello><more>$/);
    channel!.close();
    channel!.close();
    channel!.write(encodeUtf8("<after>"));
    fixture.net.drain();
    expect(peer.closed).toBe(true);
    expect(peer.text).not.toContain("<after>");
    expect(closes).toEqual(["once"]);
  });

  test("may be closed by it at once", () => {
    const closes: string[] = [];
    const raw: RawStart = (channel) => {
      channel.close();
      return { onClose: () => closes.push("once") };
    };
    const fixture = new Fixture({}, [{ method: "GET", path: "/raw", handler: () => ({ status: 200, raw }) }]);
    expect(fixture.ask(get("/raw")).closed).toBe(true);
    expect(closes).toEqual(["once"]);
    expect(fixture.server.connections).toBe(0);
  });
});

describe("requests in a row", () => {
  test("are answered in their order, one at a time", async () => {
    const fixture = new Fixture();
    const peer = fixture.ask(get("/later") + get("/") + get("/later") + post("/echo", "last"));
    expect(fixture.later).toHaveLength(1);
    fixture.later[0]!.answer("first");
    await fixture.settle();
    expect(fixture.later).toHaveLength(2);
    fixture.later[1]!.answer("third");
    await fixture.settle();
    expect(peer.text.match(/"first"|hello unit|"third"|last$/g)).toEqual(['"first"', "hello unit", '"third"', "last"]);
  });

  test("end with the first that says so", () => {
    const fixture = new Fixture();
    const peer = fixture.ask(get("/") + get("/", "Connection: close\r\n") + get("/big"));
    expect(statuses(peer)).toEqual([200, 200]);
    fixture.wait(1000);
    expect(peer.closed).toBe(true);
  });

  test("end with the first that is malformed", () => {
    const fixture = new Fixture();
    const peer = fixture.ask(`${get("/")}GET / HTTP/1.1\r\n\r\n${get("/")}`);
    expect(statuses(peer)).toEqual([200, 400]);
    fixture.wait(1000);
    expect(peer.closed).toBe(true);
  });

  test("wait in the client's memory while an answer is on its way", () => {
    const fixture = new Fixture();
    const peer = fixture.net.connect();
    peer.reading = false;
    peer.send(get("/big"));
    fixture.net.drain();
    peer.send(get("/").repeat(100));
    fixture.net.drain();
    expect(peer.input.length).toBe(get("/").length * 100);
    peer.reading = true;
    peer.read();
    fixture.net.drain();
    expect(statuses(peer)).toHaveLength(101);
  });
});
