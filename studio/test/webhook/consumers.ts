/** Receivers of webhooks on this machine: well-behaved and hostile ones. */
import * as http from "node:http";
import type { AddressInfo, Socket } from "node:net";

export interface Received {
  readonly webhook_id: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly at_ms: number;
}

export interface Consumer {
  readonly url: string;
  readonly received: Received[];
  /** Requests that are being answered right now, and the most there ever were. */
  readonly load: { now: number; most: number };
  close(): Promise<void>;
}

export type Answer = (response: http.ServerResponse, request: Received, nth: number) => void;

export const ok: Answer = (response) => void response.writeHead(204).end();
export const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(code, headers).end(`status ${code}`);
export const hang: Answer = () => {};
export const hugeBody: Answer = (response) => {
  response.writeHead(200);
  const flood = () => {
    while (!response.destroyed && response.write("x".repeat(65_536))) {}
  };
  response.on("drain", flood);
  flood();
};
export const slowDrip: Answer = (response) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write("."), 50);
  response.on("close", () => clearInterval(timer));
};

export async function consumer(answer: Answer): Promise<Consumer> {
  const received: Received[] = [];
  const load = { now: 0, most: 0 };
  const sockets = new Set<Socket>();
  const server = http.createServer((request, response) => {
    load.now += 1;
    load.most = Math.max(load.most, load.now);
    response.on("close", () => {
      load.now -= 1;
    });
    response.on("error", () => {});
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const one = {
        webhook_id: String(request.headers["webhook-id"]),
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(chunks).toString(),
        at_ms: Date.now(),
      };
      received.push(one);
      answer(response, one, received.length);
    });
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    load,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Asks until it is so. The wait has no meaning of its own: a machine under load may take long. */
export async function until(
  what: string,
  check: () => boolean | Promise<boolean>,
  patience_ms = 20_000,
): Promise<void> {
  const deadline = Date.now() + patience_ms;
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error(`in vain: ${what}`);
    await new Promise((done) => setTimeout(done, 15));
  }
}
