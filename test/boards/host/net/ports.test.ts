import { type AddressInfo, createServer, type Server } from "node:net";
import { bindPorts, PortError } from "../../../../src/boards/host/net/ports";
import { RawClient } from "../../../http/raw_client";

const address = "127.0.0.1";

function occupy(): Promise<{ server: Server; port: number }> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, address, () => resolve({ server, port: (server.address() as AddressInfo).port }));
  });
}

describe("binding the ports of the unit", () => {
  test("tells the real port where the machine chose", async () => {
    const { ports, close } = await bindPorts([
      { port: 0, address },
      { port: 0, address },
    ]);
    expect(ports).toEqual([expect.any(Number), expect.any(Number)]);
    expect(new Set([0, ...ports]).size).toBe(3);
    close();
  });

  test("says which port is in use, and leaves the others free", async () => {
    const { server, port } = await occupy();
    const free = await bindPorts([{ port: 0, address }]);
    free.close();
    const both = bindPorts([
      { port: free.ports[0]!, address },
      { port, address },
    ]);
    await expect(both).rejects.toThrow(`port ${port} on 127.0.0.1 is in use (EADDRINUSE)`);
    await expect(both).rejects.toMatchObject({ code: "EADDRINUSE", port });
    await expect(both).rejects.toBeInstanceOf(PortError);
    const again = await bindPorts([{ port: free.ports[0]!, address }]);
    again.close();
    server.close();
  });

  test("says that an address is not of this machine", async () => {
    await expect(bindPorts([{ port: 0, address: "192.0.2.1" }])).rejects.toMatchObject({ code: "EADDRNOTAVAIL" });
  });

  test("gives a port to one listener only", async () => {
    const { Listener, ports, close } = await bindPorts([{ port: 0, address }]);
    const options = { port: ports[0]!, onReadable: () => {} };
    const listener = new Listener(options);
    expect(listener.port).toBe(ports[0]);
    expect(() => new Listener(options)).toThrow(`port ${ports[0]} was not bound`);
    listener.close();
    close();
  });

  test("keeps connections that come before the listener does", async () => {
    const { Listener, ports } = await bindPorts([{ port: 0, address }]);
    const client = await RawClient.open(ports[0]!);
    const count = await new Promise<number>((resolve) => {
      const listener = new Listener({
        port: ports[0]!,
        onReadable(count) {
          listener.read()!.close();
          expect(listener.read()).toBeUndefined();
          listener.close();
          resolve(count);
        },
      });
    });
    expect(count).toBe(1);
    await client.until(() => client.ended);
    client.socket.destroy();
  });
});
