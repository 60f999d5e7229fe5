import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { Type } from "@sinclair/typebox";
import { WebSocketServer } from "ws";
import type { App } from "../http/app";
import { problem } from "../http/problem";
import { BASE_PATH } from "../http/reply";
import { route } from "../http/route";
import { WATCHERS } from "./access";
import { type HubLimits, LiveHub } from "./hub";
import { PROTOCOL } from "./protocol";
import { isWebSocket, refuseUpgrade, serveWithoutUpgrade } from "./upgrade";

const URL_PATH = "/monitoring/live";

/** Longer than any token. */
const MAX_MESSAGE_BYTES = 16_384;

const LIMITS: HubLimits = {
  authenticate_ms: 10_000,
  max_buffered_bytes: 1024 * 1024,
  heartbeat_ms: 30_000,
  max_sockets: 10_000,
  max_strangers: 500,
};

/** The WebSocket of live call events. */
export function liveRoutes(app: App, limits: HubLimits = LIMITS): void {
  route(
    app,
    {
      method: "GET",
      url: URL_PATH,
      roles: WATCHERS,
      tag: "Monitoring",
      summary: "Live call events over a WebSocket",
      description: PROTOCOL,
      response: { 101: Type.Object({}, { description: "The connection is a WebSocket now" }) },
    },
    async () => {
      throw problem("UPGRADE_REQUIRED", { headers: { upgrade: "websocket", connection: "Upgrade" } });
    },
  );

  const { fastify, services } = app;
  const hub = new LiveHub(services, fastify.log, limits);
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false });
  fastify.server.on("upgrade", (request: IncomingMessage, socket: Socket, head: Buffer) => {
    if (!isWebSocket(request)) serveWithoutUpgrade(fastify.server, request, socket, head);
    else if (request.url?.split("?")[0] !== `${BASE_PATH}${URL_PATH}`) refuseUpgrade(socket, "404 Not Found");
    else sockets.handleUpgrade(request, socket, head, (ws) => hub.add(ws, socket));
  });
  // Before the server waits for its connections to end.
  fastify.addHook("preClose", () => hub.close());
}
