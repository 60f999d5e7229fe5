import { Fixture, get, post, statuses } from "./fixture";
import type { MemoryPeer } from "./memory_net";

const slowly = (fixture: Fixture, peer: MemoryPeer, text: string, every_ms: number) => {
  for (const c of text) {
    fixture.send(peer, c);
    fixture.wait(every_ms);
  }
};

describe("a slow client", () => {
  test("that drips its head is told so after five seconds", () => {
    const fixture = new Fixture();
    const peer = fixture.ask("");
    slowly(fixture, peer, "GET / HTTP/1.1\r\nHost: unit\r\nX: yyyyyyyyyyyyyyyyyyyyyyyyy", 100);
    expect(statuses(peer)).toEqual([408]);
    expect(peer.text).toContain("\r\nConnection: close\r\n");
    fixture.wait(1000);
    expect(peer.closed).toBe(true);
  });

  test("that drips its body is told so after ten seconds", () => {
    const fixture = new Fixture();
    const peer = fixture.ask("POST /echo HTTP/1.1\r\nHost: unit\r\nContent-Length: 1000\r\n\r\n");
    slowly(fixture, peer, "x".repeat(15), 700);
    expect(statuses(peer)).toEqual([408]);
  });

  test("that is only slow is served", () => {
    const fixture = new Fixture();
    const peer = fixture.ask("");
    slowly(fixture, peer, get("/"), 100);
    expect(statuses(peer)).toEqual([200]);
  });

  test("that says nothing is let go without a word, before its first request and after", () => {
    const fixture = new Fixture();
    const silent = fixture.ask("");
    const served = fixture.ask(get("/"));
    fixture.wait(9700);
    expect([silent.closed, served.closed]).toEqual([false, false]);
    fixture.wait(600);
    expect([silent.closed, served.closed]).toEqual([true, true]);
    expect(silent.text).toBe("");
    expect(statuses(served)).toEqual([200]);
  });

  test("has its five seconds from its first byte, however long it was silent before", () => {
    const fixture = new Fixture();
    const peer = fixture.ask("");
    fixture.wait(8000);
    fixture.send(peer, "GET / HT");
    fixture.wait(4500);
    expect(peer.text).toBe("");
    fixture.wait(800);
    expect(statuses(peer)).toEqual([408]);
  });

  test("has its five seconds anew for the rest of what it sent in a row", () => {
    const fixture = new Fixture();
    const peer = fixture.ask("");
    fixture.wait(4000);
    fixture.send(peer, `${get("/")}GET / HT`);
    fixture.wait(4000);
    expect(statuses(peer)).toEqual([200]);
    fixture.wait(1500);
    expect(statuses(peer)).toEqual([200, 408]);
  });
});

describe("a client that does not read", () => {
  test("gets what its socket holds, and is let go after ten seconds without progress", () => {
    const fixture = new Fixture();
    const peer = fixture.net.connect();
    peer.reading = false;
    peer.send(get("/big"));
    fixture.net.drain();
    expect(peer.received).toHaveLength(fixture.net.room);
    fixture.wait(9000);
    expect(peer.closed).toBe(false);
    fixture.wait(1500);
    expect(peer.closed).toBe(true);
    expect(fixture.server.connections).toBe(0);
  });

  test("or reads a little at a time is let go after thirty seconds in all", () => {
    const fixture = new Fixture();
    fixture.net.room = 100;
    const peer = fixture.net.connect();
    peer.reading = false;
    peer.send(get("/big"));
    fixture.net.drain();
    for (let seconds = 0; seconds < 29; seconds++) {
      peer.read();
      fixture.wait(1000);
    }
    expect(peer.closed).toBe(false);
    peer.read();
    fixture.wait(1500);
    expect(peer.closed).toBe(true);
  });

  test("is sent never more than its socket offered, to the last byte", () => {
    const fixture = new Fixture();
    for (const room of [1, 7, 100, 1436]) {
      fixture.net.room = room;
      const peer = fixture.ask(get("/big"));
      expect(peer.text).toMatch(/\r\n\r\nx{20000}$/);
    }
  });
});

describe("the number of connections", () => {
  const full = () => {
    const fixture = new Fixture();
    const peers = Array.from({ length: 8 }, () => fixture.ask(""));
    return { fixture, peers };
  };

  test("is eight: the ninth is told so, and the eight are served on", () => {
    const { fixture, peers } = full();
    const ninth = fixture.ask(get("/"));
    expect(statuses(ninth)).toEqual([503]);
    expect(ninth.text).toContain("\r\nConnection: close\r\n");
    for (const peer of peers) fixture.send(peer, get("/"));
    for (const peer of peers) expect(statuses(peer)).toEqual([200]);
    fixture.wait(1000);
    expect(ninth.closed).toBe(true);
  });

  test("counts those alone that are open", () => {
    const { fixture, peers } = full();
    peers[3]!.break();
    fixture.net.drain();
    expect(fixture.server.connections).toBe(7);
    expect(statuses(fixture.ask(get("/")))).toEqual([200]);
  });

  test("is never used up by connections at rest: the one longest at rest gives way", () => {
    const { fixture, peers } = full();
    for (const peer of [5, 2, 7].map((i) => peers[i]!)) {
      fixture.send(peer, get("/"));
      fixture.wait(100);
    }
    fixture.send(peers[5]!, get("/"));
    expect(statuses(fixture.ask(get("/")))).toEqual([200]);
    expect(peers.map((peer) => peer.closed).indexOf(true)).toBe(2);
    expect(fixture.server.connections).toBe(8);
  });

  test("keeps those that have asked nothing yet, wait for an answer, or are in the middle of a request", () => {
    const { fixture, peers } = full();
    for (const peer of peers.slice(0, 4)) fixture.send(peer, get("/later"));
    for (const peer of peers.slice(4, 6)) fixture.send(peer, `${get("/")}GET / HT`);
    fixture.wait(100);
    expect(statuses(fixture.ask(get("/")))).toEqual([503]);
    expect(peers.some((peer) => peer.closed)).toBe(false);
  });

  test("bounds those that are being told, too", () => {
    const { fixture } = full();
    const more = Array.from({ length: 6 }, () => fixture.ask(""));
    expect(more.map((peer) => statuses(peer).length)).toEqual([1, 1, 1, 1, 0, 0]);
    expect(more.map((peer) => peer.closed)).toEqual([false, false, false, false, true, true]);
  });
});

describe("a peer that goes", () => {
  test("in the middle of a request leaves nothing behind", () => {
    const fixture = new Fixture();
    const peer = fixture.ask("POST /echo HTTP/1.1\r\nHost: unit\r\nContent-Length: 10\r\n\r\nhalf");
    peer.break();
    fixture.net.drain();
    expect(peer.closed).toBe(true);
    expect(fixture.server.connections).toBe(0);
    expect(fixture.timers.count).toBe(0);
  });

  test("while its handler thinks is noticed, and the answer dropped", async () => {
    const fixture = new Fixture();
    const peer = fixture.ask(get("/later"));
    peer.break();
    fixture.net.drain();
    expect(fixture.server.connections).toBe(0);
    fixture.later[0]!.answer("nobody there");
    await fixture.settle();
    expect(peer.text).toBe("");
    expect(fixture.errors).toEqual([]);
  });

  test("before its answer could be written loses nobody else's", () => {
    const fixture = new Fixture();
    const peer = fixture.net.connect();
    peer.send(get("/"));
    peer.break();
    fixture.net.drain();
    expect(fixture.server.connections).toBe(0);
    expect(statuses(fixture.ask(get("/")))).toEqual([200]);
  });

  test("between accept and take-over is no error of the server", () => {
    const fixture = new Fixture();
    const Broken = class {
      read(): undefined {}
      write(): number {
        throw new Error("not ready");
      }
      closed = false;
      close(): void {
        this.closed = true;
      }
    };
    Object.defineProperty(Broken.prototype, "constructor", {
      value: class {
        constructor() {
          throw new Error("invalid from");
        }
      },
    });
    const from = new Broken();
    fixture.net.offer(from);
    fixture.net.drain();
    expect(from.closed).toBe(true);
    expect(fixture.errors).toEqual([new Error("invalid from")]);
    expect(fixture.server.connections).toBe(0);
  });
});

describe("closing the server", () => {
  test("ends connections at rest at once and lets an answer out first", async () => {
    const fixture = new Fixture();
    const rest = fixture.ask(get("/"));
    const busy = fixture.ask(get("/later"));
    const half = fixture.ask("GET /");
    let closed = false;
    const done = fixture.server.close().then(() => {
      closed = true;
    });
    await fixture.settle();
    expect([rest.closed, half.closed, busy.closed, closed]).toEqual([true, true, false, false]);
    fixture.later[0]!.answer("bye");
    await fixture.settle();
    expect(statuses(busy)).toEqual([200]);
    expect(busy.text).toContain("\r\nConnection: close\r\n");
    expect(busy.closed).toBe(true);
    await done;
    expect(fixture.timers.count).toBe(0);
  });

  test("waits half a second for an answer and no longer", async () => {
    const fixture = new Fixture();
    const busy = fixture.ask(get("/later"));
    const done = fixture.server.close();
    fixture.wait(600);
    await done;
    expect(busy.closed).toBe(true);
    expect(fixture.timers.count).toBe(0);
  });

  test("has no clock running while nobody is connected", () => {
    const fixture = new Fixture();
    expect(fixture.timers.count).toBe(0);
    fixture.ask(get("/"));
    expect(fixture.timers.count).toBe(1);
    fixture.wait(11_000);
    expect(fixture.timers.count).toBe(0);
  });
});

test("many small requests leave the clock alone", () => {
  const fixture = new Fixture();
  const peer = fixture.ask("");
  for (let i = 0; i < 500; i++) fixture.send(peer, i % 2 ? get("/") : post("/echo", "x"));
  expect(statuses(peer)).toHaveLength(500);
  expect(fixture.timers.count).toBe(1);
});
