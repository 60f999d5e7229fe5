import { createServer, get, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { BOUNDARY, MjpegStream } from "../../src/server/mjpeg";

const FRAME_BYTES = 300_000;

let server: Server;
let stream: MjpegStream;
let drawn: number;
let base: string;

beforeEach(async () => {
  drawn = 0;
  stream = new MjpegStream(20, () => {
    drawn += 1;
    return new Uint8Array(FRAME_BYTES).fill(drawn);
  });
  server = createServer((_request, response) => {
    if (!stream.attach(response)) response.writeHead(503).end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const view = () => new Promise<IncomingMessage>((done) => get(base, { agent: false }, done).on("error", () => {}));
const soon = () => new Promise((done) => setTimeout(done, 20));

async function until(condition: () => boolean): Promise<void> {
  for (let i = 0; i < 250 && !condition(); i += 1) await soon();
  expect(condition()).toBe(true);
}

test("nothing is drawn while nobody watches", () => {
  for (let t = 0; t < 1000; t += 40) stream.frame(t);
  expect(drawn).toBe(0);
});

test("of 25 frames a second, 20 are sent, drawn once for all viewers", async () => {
  const viewers = await Promise.all([view(), view(), view()]);
  expect(viewers[0]!.headers["content-type"]).toBe(`multipart/x-mixed-replace; boundary=${BOUNDARY}`);
  for (const viewer of viewers) viewer.resume();
  for (let t = 0; t < 4000; t += 40) stream.frame(t);
  expect(drawn).toBe(80);
});

test("each part has its length, so that a picture shows as soon as it is there", async () => {
  const viewer = await view();
  stream.frame(0);
  const bytes: Buffer[] = [];
  viewer.on("data", (chunk) => bytes.push(chunk));
  await until(() => Buffer.concat(bytes).length > FRAME_BYTES + 50);
  const text = Buffer.concat(bytes).toString("latin1");
  const head = `--${BOUNDARY}\r\nContent-Type: image/jpeg\r\nContent-Length: ${FRAME_BYTES}\r\n\r\n`;
  expect(text.slice(0, head.length)).toBe(head);
  expect(text.length).toBe(head.length + FRAME_BYTES + 2);
});

test("a viewer that does not read holds one frame at most, and gets the newest when it reads again", async () => {
  const viewer = await view();
  viewer.pause();
  // Much more than sockets buffer by themselves: 60 MB.
  for (let t = 0; t < 10_000; t += 50) {
    stream.frame(t);
    if (t % 1000 === 0) await soon();
  }
  expect(drawn).toBe(200);
  let received = 0;
  let last = 0;
  viewer.on("data", (chunk: Buffer) => {
    received += chunk.length;
    last = chunk.at(-3) ?? last;
  });
  viewer.resume();
  await until(() => last === 200);
  expect(received).toBeLessThan(0.5 * 200 * FRAME_BYTES);
});

test("a viewer that took nothing for half a minute is let go; the others stay", async () => {
  const [stuck, lively] = await Promise.all([view(), view()]);
  stuck.pause();
  stuck.on("error", () => {});
  lively.resume();
  for (let t = 0; t < 20_000; t += 50) {
    stream.frame(t);
    if (t % 500 === 0) await soon();
  }
  expect(stream.viewers).toBe(2);
  for (let i = 0; i < 10; i += 1) await soon();
  stream.frame(60_000);
  await until(() => stream.viewers === 1);
});

test("one viewer too many is turned away, and a place that is left is free again", async () => {
  const viewers = await Promise.all(Array.from({ length: 16 }, view));
  for (const viewer of viewers) viewer.on("error", () => {});
  const more = await view();
  expect(more.statusCode).toBe(503);
  viewers[0]!.destroy();
  await until(() => stream.viewers === 15);
  expect((await view()).statusCode).toBe(200);
});
