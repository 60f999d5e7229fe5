/** A client of the live socket that keeps what it gets. */
import { once } from "node:events";
import WebSocket from "ws";
import type { Json } from "./client";

export interface LiveClient {
  readonly ws: WebSocket;
  /** Everything but `ready` and heartbeats, in order. */
  readonly events: Json[];
  readonly ready: Json;
  /** Resolves when there are events for which `enough` holds. */
  until(what: string, enough: (events: readonly Json[]) => boolean): Promise<Json[]>;
  /** Code and reason, once it is closed. */
  closed(): Promise<{ code: number; reason: string }>;
  close(): Promise<void>;
}

const PATIENCE_MS = 30_000;

export interface RawSocket {
  readonly ws: WebSocket;
  readonly closed: Promise<{ code: number; reason: string }>;
}

/** A socket that has said nothing yet. @param base such as http://127.0.0.1:1234/api/v1 */
export async function openSocket(base: string, path = "/monitoring/live"): Promise<RawSocket> {
  const ws = new WebSocket(`${base.replace(/^http/, "ws")}${path}`);
  const closed = new Promise<{ code: number; reason: string }>((done) => {
    ws.once("close", (code, reason) => done({ code, reason: reason.toString() }));
  });
  await once(ws, "open");
  return { ws, closed };
}

export async function openLive(base: string, token: string, cursor?: string): Promise<LiveClient> {
  const { ws, closed } = await openSocket(base);
  const events: Json[] = [];
  const waiting = new Set<() => void>();
  const ready = new Promise<Json>((done, refuse) => {
    ws.on("message", (data) => {
      const message = JSON.parse(data.toString());
      if (message.type === "ready") done(message);
      else if (message.type !== "heartbeat") events.push(message);
      for (const look of waiting) look();
    });
    void closed.then(({ code, reason }) => refuse(new Error(`closed with ${code} ${reason}`)));
  });
  ws.send(JSON.stringify({ type: "authenticate", token, ...(cursor === undefined ? {} : { cursor }) }));
  return {
    ws,
    events,
    ready: await ready,
    until: (what, enough) =>
      new Promise((done, refuse) => {
        const timer = setTimeout(() => {
          waiting.delete(look);
          refuse(new Error(`in vain: ${what}; there were ${JSON.stringify(events)}`));
        }, PATIENCE_MS);
        const look = () => {
          if (!enough(events)) return;
          clearTimeout(timer);
          waiting.delete(look);
          done([...events]);
        };
        waiting.add(look);
        look();
      }),
    closed: () => closed,
    async close() {
      ws.close();
      await closed;
    },
  };
}
