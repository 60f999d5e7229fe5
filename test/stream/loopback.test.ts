/** The stream over real sockets, with a viewer that does not read. */
import { bindPorts } from "../../src/boards/host/net/ports";
import { hostTimers } from "../../src/boards/host/timers";
import { DELIMITER } from "../../src/stream/part";
import { StreamServer } from "../../src/stream/server";
import { get } from "../http/fixture";
import { RawClient } from "../http/raw_client";

/** More than the buffers of two sockets hold. */
const FRAMES = 200;
const FRAME = new Uint8Array(200_000).fill(120);
const LAST = new Uint8Array(200_000).fill(122);

test("a stuck viewer holds nobody up, and what it missed was never kept for it", async () => {
  const { Listener, ports } = await bindPorts([{ port: 0, address: "127.0.0.1" }]);
  const server = new StreamServer({ Listener, timers: hostTimers, port: ports[0]!, frame: async () => null });
  const stuck = await RawClient.open(server.port);
  const other = await RawClient.open(server.port);
  for (const viewer of [stuck, other]) {
    viewer.send(get("/stream"));
    await viewer.until(() => viewer.text.endsWith(DELIMITER));
    viewer.text = "";
  }
  expect(server.viewers).toBe(2);

  stuck.socket.pause();
  for (let i = 0; i < FRAMES; i++) {
    server.publish(FRAME);
    await other.until(() => other.text.endsWith(DELIMITER));
    expect(other.text.length).toBeGreaterThan(FRAME.length);
    other.text = "";
  }

  stuck.socket.resume();
  const last = setInterval(() => server.publish(LAST), 10);
  await stuck.until(() => stuck.text.includes("\r\n\r\nz"));
  clearInterval(last);
  const got = stuck.text.split("\r\n\r\nx").length - 1;
  expect(got).toBeGreaterThan(0);
  expect(got).toBeLessThan(FRAMES);
  stuck.socket.destroy();
  other.socket.destroy();
  await server.close();
});
