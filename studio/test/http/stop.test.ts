import { once } from "node:events";
import { connect } from "node:net";
import { bareApp } from "../harness/bare_app";

const STOP_MS = 15_000;

test(
  "on stopping, a request that is under way gets its answer, and the next one is told so in the form of every fault",
  async () => {
    const { fastify } = await bareApp();
    await fastify.listen({ host: "127.0.0.1", port: 0 });
    const { port } = fastify.server.address() as { port: number };
    const socket = connect(port, "127.0.0.1");
    let heard = "";
    socket.setEncoding("utf8").on("data", (text) => {
      heard += text;
    });
    const arrived = once(fastify.server, "request");
    const head = "Host: studio\r\nContent-Type: application/json\r\n";
    socket.write(`POST /api/v1/auth/refresh HTTP/1.1\r\n${head}Content-Length: 2\r\n\r\n{`);
    await arrived;
    const closed = fastify.close();
    await new Promise((done) => setTimeout(done, 100));
    socket.write(`}GET /api/v1/openapi.json HTTP/1.1\r\n${head}\r\n`);
    await once(socket, "close");
    await closed;
    expect(heard.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 400", "HTTP/1.1 503"]);
    const last = heard.slice(heard.lastIndexOf("HTTP/1.1"));
    expect(last).toMatch(/^connection: close\r$/im);
    expect(last).toContain("content-type: application/problem+json");
    expect(JSON.parse(last.slice(last.indexOf("\r\n\r\n")))).toMatchObject({ status: 503, code: "SHUTTING_DOWN" });
  },
  STOP_MS,
);
