import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { parseCidrs } from "../../src/net/address";
import { GuardedClient } from "../../src/net/client";
import { httpCaller } from "../../src/runtime/http_caller";
import { httpAsk } from "../../src/runtime/http_node";
import type { HttpNode } from "../../src/scenario/definition_v2";
import { graph, hangup, play } from "./support";

const node = (request: HttpNode["request"], more: Partial<HttpNode> = {}): HttpNode => ({
  id: "ask_service",
  type: "http",
  request,
  timeout_s: 1,
  save: [],
  next: "bye",
  on_error: "sorry",
  ...more,
});
const ends = [hangup, { id: "sorry", type: "hangup", text: "Sorry." } as const];

describe("the request of an http node", () => {
  const values = { name: 'Zoë "Z" & Co\r\nX: 1', n: 3 };

  test("puts values in, escaped for where they stand", () => {
    const ask = httpAsk(
      node({
        method: "POST",
        url: "https://example.com/{{name}}?n={{n}}&who={{name}}",
        headers: { "X-Name": "{{name}}" },
        body: '{"name":"{{name}}","n":{{n}}}',
      }),
      values,
    );
    expect(new URL(ask.url).searchParams.get("who")).toBe(values.name);
    expect(ask.headers).toEqual({ "x-name": 'Zoë "Z" & Co X: 1', "content-type": "application/json" });
    expect(JSON.parse(ask.body ?? "")).toEqual(values);
  });

  test("sends a body of another type as it is, and survives half a character", () => {
    const ask = httpAsk(
      node({
        method: "PUT",
        url: "https://e.com/{{odd}}",
        headers: { "Content-Type": "text/plain" },
        body: '"{{odd}}"',
      }),
      { odd: "\ud800" },
    );
    expect(ask.url).toBe("https://e.com/%EF%BF%BD");
    expect(ask.body).toBe('"\ud800"');
    expect(httpAsk(node({ method: "GET", url: "https://e.com" }), {})).toMatchObject({ body: null, headers: {} });
  });
});

describe("asking a web service in a call", () => {
  let server: Server;
  let base: string;
  const local = httpCaller(new GuardedClient({ policy: { allow: parseCidrs("127.0.0.0/8") } }));

  beforeAll(async () => {
    server = createServer((request, response) => {
      const path = request.url?.split("?")[0];
      if (path === "/slots")
        response
          .setHeader("content-type", "application/json")
          .end('{"slots":[{"day":"Monday","n":2}],"deep":{"x":null}}');
      else if (path === "/text") response.end("Monday");
      else if (path === "/huge") response.end(`"${"x".repeat(400_000)}"`);
      else if (path === "/moved") response.writeHead(302, { location: "/slots" }).end();
      else if (path === "/silent") response.flushHeaders();
      else response.writeHead(500).end("{}");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const variables = [
    { name: "day", type: "string" },
    { name: "n", type: "number" },
    { name: "gone", type: "string", initial: "before" },
  ] as const;
  const ask = (
    path: string,
    save: HttpNode["save"] = [{ variable: "day", pointer: "/slots/0/day" }],
    http = local,
    timeout_s = 1,
  ) =>
    play(
      graph([node({ method: "GET", url: `${base}${path}?secret=1` }, { save, timeout_s }), ...ends], {
        variables: [...variables],
      }),
      {},
      { http },
    );

  test("saves what the pointers point to, in the variables' types; nothing leaves them unset", async () => {
    const { result, trace, lines } = await ask("/slots", [
      { variable: "day", pointer: "/slots/0/day" },
      { variable: "n", pointer: "/slots/0/n" },
      { variable: "gone", pointer: "/deep/x" },
    ]);
    expect(result.variables).toEqual({ day: "Monday", n: 2 });
    expect(lines).toEqual([`http GET ${base}/slots: 200`, "bot: Bye.", "end: completed"]);
    expect(JSON.stringify(trace)).not.toContain("secret");
  });

  test.each([
    ["/fails", "status 500"],
    ["/moved", "status 302"],
    ["/text", "the answer is not JSON"],
    ["/huge", "the answer is too long or not whole"],
  ])("%s leads to on_error: %s", async (path, why) => {
    const { lines } = await ask(path);
    expect(lines).toEqual([`http GET ${base}${path}: ${why}`, "bot: Sorry.", "end: http_failed"]);
  });

  test("an answer that does not come in time leads to on_error", async () => {
    const { lines } = await ask("/silent", [], local, 0.05);
    expect(lines).toContain(`http GET ${base}/silent: the answer did not come in time`);
  });

  test("an answer that is no JSON is well where nothing is saved", async () => {
    expect((await ask("/text", [])).result.outcome).toBe("completed");
  });

  test("addresses that are not public are refused", async () => {
    const guarded = httpCaller(new GuardedClient({ policy: { allow: [] } }));
    const { lines } = await ask("/slots", [], guarded);
    expect(lines[0]).toContain("may not be reached (loopback)");
    const nonsense = graph([node({ method: "GET", url: "https://" }), ...ends]);
    expect((await play(nonsense, {}, { http: guarded })).result.outcome).toBe("http_failed");
  });
});
