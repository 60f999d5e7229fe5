/** Outgoing connections of this computer: what goes wrong has a stable name, and what was written arrives. */
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import type { LinkFault, TlsOptions } from "../../../../src/board/client_socket";
import { readsCertificate } from "../../../../src/boards/host/mqtt_transport/certificate";
import { HostClientSocket } from "../../../../src/boards/host/mqtt_transport/client_socket";
import { linkFault } from "../../../../src/boards/host/mqtt_transport/fault";
import { PEM } from "../../../mqtt/certificate";
import { type Certificates, freePorts, makeCertificates } from "../../../mqtt/mosquitto";

jest.setTimeout(30_000);

const servers: Server[] = [];
const sockets: Socket[] = [];
let certificates: Certificates;
beforeAll(() => {
  certificates = makeCertificates();
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => new Promise((done) => server.close(done))));
});
afterAll(() => certificates.remove());

async function serve(onSocket: (socket: Socket) => void, tls?: "server" | "other" | "expired"): Promise<number> {
  const accept = (socket: Socket) => {
    sockets.push(socket);
    socket.on("error", () => {});
    onSocket(socket);
  };
  const server = tls ? createTlsServer(certificates.identity(tls), accept) : createServer(accept);
  server.on("connection", (socket: Socket) => sockets.push(socket));
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return (server.address() as AddressInfo).port;
}

/** Connects, sends `text`, and resolves with what came back and how it ended. */
function talk(
  port: number,
  tls: TlsOptions | null,
  text = "",
  host = "127.0.0.1",
): Promise<{ heard: string; fault: LinkFault }> {
  return new Promise((resolve) => {
    let heard = "";
    let rest = Buffer.from(text);
    const socket = new HostClientSocket({
      host,
      port,
      tls,
      onReadable: () => {
        heard += Buffer.from(socket.read()!).toString();
      },
      onWritable: (room) => {
        const part = rest.subarray(0, room);
        rest = rest.subarray(part.length);
        if (part.length > 0) socket.write(part);
      },
      onError: (fault) => resolve({ heard, fault }),
    });
  });
}

const trusted = (): TlsOptions => ({ ca_cert: certificates.ca, verify: true });
const echo = (socket: Socket) => void socket.on("data", (bytes) => socket.end(bytes));

test("what is written comes back, plain and over TLS", async () => {
  expect(await talk(await serve(echo), null, "hello")).toEqual({ heard: "hello", fault: "TCP_CLOSED" });
  const port = await serve(echo, "server");
  expect(await talk(port, trusted(), "hello")).toEqual({ heard: "hello", fault: "TCP_CLOSED" });
  expect(await talk(port, trusted(), "hello", "localhost")).toEqual({ heard: "hello", fault: "TCP_CLOSED" });
});

test("much more than the socket takes at once arrives whole", async () => {
  const text = "0123456789".repeat(20_000);
  const port = await serve((socket) => {
    let heard = 0;
    socket.on("data", (bytes) => {
      heard += bytes.length;
      if (heard === text.length) socket.end("all");
    });
  });
  expect(await talk(port, null, text)).toEqual({ heard: "all", fault: "TCP_CLOSED" });
});

test("nobody listens", async () => {
  const [port] = await freePorts(1);
  expect(await talk(port!, null)).toMatchObject({ fault: "TCP_REFUSED" });
  expect(await talk(port!, trusted())).toMatchObject({ fault: "TCP_REFUSED" });
});

test("a reset", async () => {
  const port = await serve((socket) => void socket.on("data", () => socket.resetAndDestroy()));
  expect(await talk(port, null, "hello")).toMatchObject({ fault: "TCP_RESET" });
});

test.each<[why: string, certificate: "server" | "other" | "expired", tls: () => TlsOptions, fault: LinkFault]>([
  [
    "a chain that the built-in bundle does not know",
    "server",
    () => ({ ca_cert: "", verify: true }),
    "TLS_UNTRUSTED_CHAIN",
  ],
  ["a chain of another authority", "server", () => ({ ca_cert: PEM, verify: true }), "TLS_UNTRUSTED_CHAIN"],
  ["a certificate for another host", "other", trusted, "TLS_WRONG_HOST"],
  ["a certificate out of date", "expired", trusted, "TLS_EXPIRED"],
])("%s is refused, and taken where nothing is verified", async (_, certificate, tls, fault) => {
  let heard = "";
  const port = await serve((socket) => {
    socket.on("data", (bytes) => {
      heard += bytes;
    });
    echo(socket);
  }, certificate);
  expect(await talk(port, tls(), "secret")).toEqual({ heard: "", fault });
  // Not a byte of the unit's went to a broker that it does not trust.
  expect(heard).toBe("");
  expect(await talk(port, { ...tls(), verify: false }, "hello")).toMatchObject({ heard: "hello" });
});

test("a peer that speaks no TLS", async () => {
  const port = await serve((socket) => void socket.end("220 mail.test ESMTP\r\n"));
  expect(await talk(port, trusted())).toMatchObject({ fault: "TLS_HANDSHAKE" });
});

test("a peer that closes in the middle of the handshake", async () => {
  const port = await serve((socket) => void socket.once("data", () => socket.destroy()));
  expect(["TCP_RESET", "TLS_HANDSHAKE"]).toContain((await talk(port, trusted())).fault);
});

test("no callback comes after close, not even of a connection that was still coming", async () => {
  const port = await serve(echo);
  const seen: string[] = [];
  const socket = new HostClientSocket({
    host: "127.0.0.1",
    port,
    tls: null,
    onReadable: () => void seen.push("readable"),
    onWritable: () => void seen.push("writable"),
    onError: () => void seen.push("error"),
  });
  socket.close();
  socket.close();
  expect(() => socket.write(new Uint8Array(1))).toThrow();
  expect(await talk(port, null, "another")).toMatchObject({ heard: "another" });
  expect(seen).toEqual([]);
});

test("a name that stands for nothing", () => {
  // Asking for one would leave this machine.
  expect(linkFault(Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND" }), true)).toBe("DNS_FAILED");
});

test("a fault of Node's that nobody knows still has a name of ours", () => {
  expect(linkFault(Object.assign(new Error("host.test:1883 said no"), { code: "EWHATEVER" }), true)).toBe("TCP_FAILED");
  expect(linkFault(new Error("no code"), false)).toBe("TCP_FAILED");
});

test("certificates are read by OpenSSL itself", () => {
  expect(readsCertificate(PEM)).toBe(true);
  expect(readsCertificate(PEM + certificates.ca)).toBe(true);
  expect(readsCertificate(PEM.replace("AgIUS", "AgIUX"))).toBe(true);
  expect(readsCertificate(PEM.replace("MIIB", "MIIC"))).toBe(false);
  expect(readsCertificate(PEM + PEM.replace("MIIB", "MIIC"))).toBe(false);
});
