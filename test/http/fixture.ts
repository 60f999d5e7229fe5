import { HttpError } from "../../src/http/error";
import type { HttpLimits } from "../../src/http/limits";
import { json } from "../../src/http/response";
import { type Route, Router } from "../../src/http/router";
import { HttpServer } from "../../src/http/server";
import { ManualTimers } from "./manual_timers";
import { MemoryNet, type MemoryPeer } from "./memory_net";

/** Answers that a test gives when it likes, in the order in which they were asked for. */
export interface Later {
  answer(text: string): void;
  fail(error: unknown): void;
}

/** Routes of every kind that the server knows. */
export function routes(later: Later[]): Route[] {
  return [
    { method: "GET", path: "/", handler: ({ host }) => ({ status: 200, body: `hello ${host}` }) },
    { method: "GET", path: "/big", handler: () => ({ status: 200, body: new Uint8Array(20_000).fill(0x78) }) },
    { method: "GET", path: "/empty", handler: () => ({ status: 204 }) },
    { method: "GET", path: "/unchanged", handler: () => ({ status: 304, headers: { ETag: '"1"' } }) },
    {
      method: "GET",
      path: "/throws",
      handler: () => {
        throw new Error("secret detail");
      },
    },
    { method: "GET", path: "/broken-header", handler: () => ({ status: 200, headers: { X: "a\r\nSet-Cookie: b" } }) },
    {
      method: "GET",
      path: "/refuses",
      handler: () => {
        throw new HttpError(409, "not now", "ssid");
      },
    },
    {
      method: "GET",
      path: "/later",
      handler: () =>
        new Promise((resolve, reject) => later.push({ answer: (text) => resolve(json(200, text)), fail: reject })),
    },
    { method: "POST", path: "/", handler: () => json(200, { done: true }) },
    { method: "POST", path: "/echo", body_bytes: 1000, handler: ({ body }) => ({ status: 200, body }) },
    {
      method: "POST",
      path: "/strict",
      body_bytes: 10,
      too_large: 400,
      length_optional: true,
      handler: ({ body }) => json(200, body.length),
    },
  ];
}

/** A server on sockets in memory, and a clock that the test moves. */
export class Fixture {
  readonly net = new MemoryNet();
  readonly timers = new ManualTimers();
  readonly errors: unknown[] = [];
  readonly later: Later[] = [];
  readonly server: HttpServer;

  constructor(limits: Partial<HttpLimits> = {}, more: readonly Route[] = []) {
    this.server = new HttpServer({
      Listener: this.net.Listener,
      timers: this.timers,
      port: 80,
      limits,
      router: new Router([...routes(this.later), ...more]),
      onError: (error) => this.errors.push(error),
    });
  }

  /** A client that has sent `text` and read what came back. */
  ask(text: string): MemoryPeer {
    const peer = this.net.connect();
    peer.send(text);
    this.net.drain();
    return peer;
  }

  send(peer: MemoryPeer, text: string): void {
    peer.send(text);
    this.net.drain();
  }

  /** Moves the clock. */
  wait(ms: number): void {
    this.timers.advance(ms);
    this.net.drain();
  }

  /** Lets promises go on, then the sockets. */
  async settle(): Promise<void> {
    for (let i = 0; i < 10; i++) await Promise.resolve();
    this.net.drain();
  }
}

export const get = (path: string, fields = "", version = "HTTP/1.1") =>
  `GET ${path} ${version}\r\nHost: unit\r\n${fields}\r\n`;

export const post = (path: string, body: string | null = null, fields = "") =>
  `POST ${path} HTTP/1.1\r\nHost: unit\r\n${fields}${body === null ? "" : `Content-Length: ${body.length}\r\n`}\r\n${body ?? ""}`;

/** The status lines of everything that was received. */
export const statuses = (peer: { readonly text: string }) =>
  [...peer.text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1]));

/** What follows the first head. */
export const bodyOf = (peer: { readonly text: string }) => peer.text.slice(peer.text.indexOf("\r\n\r\n") + 4);
