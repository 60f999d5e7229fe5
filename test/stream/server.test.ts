import { StreamServer, type StreamServerOptions } from "../../src/stream/server";
import { bodyOf, get, statuses } from "../http/fixture";
import { ManualTimers } from "../http/manual_timers";
import { MemoryNet, type MemoryPeer } from "../http/memory_net";

/** The stream server on sockets in memory. */
class Stream {
  readonly net = new MemoryNet();
  readonly timers = new ManualTimers();
  readonly counts: number[] = [];
  readonly server: StreamServer;

  constructor(frame: StreamServerOptions["frame"] = async () => null) {
    this.server = new StreamServer({
      Listener: this.net.Listener,
      timers: this.timers,
      port: 81,
      frame,
      onViewers: (count) => this.counts.push(count),
    });
  }

  ask(text: string, reading = true): MemoryPeer {
    const peer = this.net.connect();
    peer.reading = reading;
    peer.send(text);
    this.net.drain();
    return peer;
  }

  publish(jpeg: Uint8Array): void {
    this.server.publish(jpeg);
    this.net.drain();
  }

  wait(ms: number): void {
    this.timers.advance(ms);
    this.net.drain();
  }
}

const jpeg = (number: number, length = 8000) => new Uint8Array(length).fill(number);

/** The first byte of each whole part that a viewer got. */
function frames(peer: MemoryPeer): number[] {
  const parts = bodyOf(peer).split("\r\n--drowsyguard-frame\r\n").slice(1, -1);
  return parts.map((part) => {
    const [head, body] = [part.slice(0, part.indexOf("\r\n\r\n")), part.slice(part.indexOf("\r\n\r\n") + 4)];
    expect(head).toMatch(/^Content-Type: image\/jpeg\r\nContent-Length: \d+\r\nX-Timestamp: \d+\.\d{6}$/);
    expect(body).toHaveLength(Number(/Content-Length: (\d+)/.exec(head)![1]));
    return body.charCodeAt(0);
  });
}

describe("a viewer", () => {
  test("gets every frame as one part, shown as soon as it is there", () => {
    const stream = new Stream();
    const peer = stream.ask(get("/stream"));
    expect(peer.text).toMatch(
      /^HTTP\/1\.1 200 OK\r\nContent-Type: multipart\/x-mixed-replace; boundary=drowsyguard-frame\r\n/,
    );
    expect(peer.text).not.toContain("Content-Length");
    stream.wait(12_345);
    for (const number of [1, 2, 3]) {
      stream.publish(jpeg(number));
      expect(frames(peer).at(-1)).toBe(number);
    }
    expect(frames(peer)).toEqual([1, 2, 3]);
    expect(peer.text).toContain("X-Timestamp: 12.345000\r\n");
  });

  test("is counted while it is there", () => {
    const stream = new Stream();
    const first = stream.ask(get("/stream"));
    stream.ask(get("/stream"));
    expect(stream.server.viewers).toBe(2);
    first.break();
    stream.net.drain();
    expect(stream.server.viewers).toBe(1);
    expect(stream.counts).toEqual([1, 2, 1]);
    stream.publish(jpeg(1));
    expect(frames(first)).toEqual([]);
  });

  test("stays however long no frame comes", () => {
    const stream = new Stream();
    const peer = stream.ask(get("/stream"));
    stream.wait(600_000);
    stream.publish(jpeg(7));
    expect(frames(peer)).toEqual([7]);
  });

  test("may talk, and nobody listens", () => {
    const stream = new Stream();
    const peer = stream.ask(get("/stream"));
    peer.send(get("/frame").repeat(1000));
    stream.publish(jpeg(1));
    expect(statuses(peer)).toEqual([200]);
    expect(peer.input).toEqual([]);
    expect(frames(peer)).toEqual([1]);
  });
});

describe("a viewer that does not read", () => {
  test("skips frames, holds one, and delays nobody", () => {
    const stream = new Stream();
    const stuck = stream.ask(get("/stream"), false);
    const other = stream.ask(get("/stream"));
    for (let number = 1; number <= 100; number++) stream.publish(jpeg(number));
    expect(frames(other)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
    expect(stuck.received.length).toBe(stream.net.room);
    stuck.reading = true;
    stuck.read();
    stream.net.drain();
    expect(frames(stuck)).toEqual([1]);
    stream.publish(jpeg(101));
    expect(frames(stuck)).toEqual([1, 101]);
  });

  test("and is slow gets whole frames, fewer of them", () => {
    const stream = new Stream();
    const slow = stream.ask(get("/stream"), false);
    for (let number = 1; number <= 20; number++) {
      stream.publish(jpeg(number));
      slow.read();
      stream.net.drain();
    }
    const seen = frames(slow);
    expect(seen.length).toBeGreaterThan(5);
    expect(seen.length).toBeLessThan(20);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
  });

  test("at all is let go after thirty seconds", () => {
    const stream = new Stream();
    const stuck = stream.ask(get("/stream"), false);
    const other = stream.ask(get("/stream"));
    stream.publish(jpeg(1));
    for (let seconds = 0; seconds < 29; seconds++) {
      stream.wait(1000);
      stream.publish(jpeg(2));
    }
    expect([stuck.closed, other.closed]).toEqual([false, false]);
    stream.wait(1500);
    expect([stuck.closed, other.closed]).toEqual([true, false]);
    expect(stream.server.viewers).toBe(1);
  });
});

describe("the stream port", () => {
  test("takes four viewers; the fifth is told so and a place that is free again is given", () => {
    const stream = new Stream();
    const four = Array.from({ length: 4 }, () => stream.ask(get("/stream")));
    const fifth = stream.ask(get("/stream"));
    expect(statuses(fifth)).toEqual([503]);
    expect(JSON.parse(bodyOf(fifth))).toEqual({ error: expect.any(String) });
    expect(stream.server.viewers).toBe(4);
    four[0]!.break();
    stream.net.drain();
    expect(statuses(stream.ask(get("/stream")))).toEqual([200]);
    expect(stream.server.viewers).toBe(4);
  });

  test("tells HEAD what a stream is without making it a viewer", () => {
    const stream = new Stream();
    const peer = stream.ask(get("/stream").replace("GET", "HEAD"));
    expect(statuses(peer)).toEqual([200]);
    expect(peer.closed).toBe(true);
    expect(stream.counts).toEqual([]);
  });

  test("gives one JPEG, also while nobody streams and while four do", async () => {
    const stream = new Stream(async () => jpeg(9, 100));
    for (let i = 0; i < 5; i++) {
      const peer = stream.ask(get("/frame"));
      for (let turn = 0; turn < 10; turn++) await Promise.resolve();
      stream.net.drain();
      expect(peer.text).toMatch(
        /^HTTP\/1\.1 200 OK\r\nContent-Type: image\/jpeg\r\nCross-Origin-Resource-Policy: cross-origin\r\nContent-Length: 100\r\nCache-Control: no-store\r\n/,
      );
      expect(bodyOf(peer)).toBe("\t".repeat(100));
      peer.break();
      stream.ask(get("/stream"));
    }
  });

  test("has no JPEG before the first frame", async () => {
    const stream = new Stream();
    const peer = stream.ask(get("/frame"));
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    stream.net.drain();
    expect(statuses(peer)).toEqual([503]);
    expect(JSON.parse(bodyOf(peer))).toEqual({ error: expect.any(String) });
  });

  test("lets the page of the other port show the picture, and no page of another origin read it", () => {
    const peer = new Stream().ask(get("/stream", "Origin: http://evil.example\r\n"));
    expect(peer.text).not.toContain("Access-Control");
    expect(peer.text).toContain("\r\nCross-Origin-Resource-Policy: cross-origin\r\n");
  });

  test.each([
    ["GET", "/", 404],
    ["GET", "/api/status", 404],
    ["POST", "/stream", 405],
    ["POST", "/frame", 405],
  ])("answers %s %s with %i", (method, path, status) => {
    expect(statuses(new Stream().ask(`${method} ${path} HTTP/1.1\r\nHost: unit\r\n\r\n`))).toEqual([status]);
  });

  test("ends its viewers when it closes", async () => {
    const stream = new Stream();
    const peer = stream.ask(get("/stream"), false);
    stream.publish(jpeg(1));
    await stream.server.close();
    expect(peer.closed).toBe(true);
    expect(stream.counts).toEqual([1, 0]);
    expect(stream.timers.count).toBe(0);
    stream.publish(jpeg(2));
  });
});
