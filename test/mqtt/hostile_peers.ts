/**
 * A program that serves what is no broker, one kind per port, and prints the ports as JSON. It is a program of its own so
 * that its buffers are not counted as the client's.
 */
import { type AddressInfo, createServer, type Socket } from "node:net";

const CONNACK = Buffer.from([0x20, 2, 0, 0]);
const RANDOM = Buffer.from(Array.from({ length: 9999 }, (_, i) => (i * 193 + 7) & 0xff));

/** Writes as fast as the peer reads, for as long as it does. */
function flood(socket: Socket, bytes: Buffer): void {
  const more = () => {
    while (!socket.destroyed && socket.writable && socket.write(bytes));
  };
  socket.on("drain", more);
  more();
}

export const PEERS: Readonly<Record<string, (socket: Socket) => void>> = {
  "a peer that accepts and says nothing": () => {},
  "a peer that closes at once": (socket) => void socket.end(),
  "a peer that resets in the middle of a packet": (socket) =>
    void socket.write(Buffer.from([0x20, 2]), () => socket.resetAndDestroy()),
  "a flood of random bytes": (socket) => flood(socket, RANDOM),
  "a packet of 256 MB": (socket) => {
    socket.write(Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f]));
    flood(socket, Buffer.alloc(65_536));
  },
  "a flood of acknowledgements": (socket) => {
    socket.write(CONNACK);
    flood(socket, Buffer.concat(Array.from({ length: 2000 }, () => Buffer.from([0x40, 2, 0, 9]))));
  },
  "a broker that agrees and then stalls half-open": (socket) => {
    socket.once("data", () => {
      socket.write(CONNACK);
      socket.pause();
    });
  },
  "HTTP headers without end": (socket) => {
    socket.write("HTTP/1.1 101 Switching Protocols\r\n");
    flood(socket, Buffer.from("X: y\r\n".repeat(1000)));
  },
};

async function main(): Promise<void> {
  const ports: Record<string, number> = {};
  for (const [name, onSocket] of Object.entries(PEERS)) {
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      socket.on("error", () => {});
      socket.on("end", () => socket.end());
      onSocket(socket);
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    ports[name] = (server.address() as AddressInfo).port;
  }
  console.log(JSON.stringify(ports));
}

if (require.main === module) void main();
