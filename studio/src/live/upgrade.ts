import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";

/**
 * Node hands every request with an Upgrade header to whoever listens for upgrades, also those that merely offer HTTP/2, as Java's client
 * does with every first request. Those are given back, without the offer, to be answered as what they are.
 */
export function serveWithoutUpgrade(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`];
  const { rawHeaders } = request;
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!.toLowerCase();
    if (name !== "upgrade" && name !== "connection" && name !== "http2-settings") {
      lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`);
    }
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), head]));
  server.emit("connection", socket);
}

export function isWebSocket(request: IncomingMessage): boolean {
  return request.headers.upgrade?.toLowerCase() === "websocket";
}

/** An answer before there is a WebSocket. */
export function refuseUpgrade(socket: Duplex, status: "404 Not Found"): void {
  socket.on("error", () => {});
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy());
}
