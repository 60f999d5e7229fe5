import * as http from "node:http";
import type { AddressInfo } from "node:net";
import { parseCidrs } from "../../src/net/address";
import { GuardedClient } from "../../src/net/client";
import { BuiltinMatcher } from "../../src/nlu/builtin";
import { FallbackMatcher, Matchers } from "../../src/nlu/choice";
import { PatientMatcher } from "../../src/nlu/patient";
import { ProviderMatcher } from "../../src/nlu/provider";
import { CLINIC } from "./library";

interface Asked {
  readonly url: string;
  readonly authorization: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: the test says what it expects of the request
  readonly body: any;
}

const asked: Asked[] = [];
let answer: (response: http.ServerResponse) => void;
let server: http.Server;
let endpoint_url: string;
const client = new GuardedClient({ policy: { allow: parseCidrs("127.0.0.1") } });

beforeAll(async () => {
  server = http.createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => {
      asked.push({ url: request.url!, authorization: request.headers.authorization, body: JSON.parse(text) });
      answer(response);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  endpoint_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
beforeEach(() => asked.splice(0));
afterAll(async () => {
  client.close();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const says = (content: unknown, status = 200) => {
  answer = (response) => {
    const text = typeof content === "string" ? content : JSON.stringify(content);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify({ choices: [{ message: { role: "assistant", content: text } }] }));
  };
};

let clock_ms = 0;
const matcher = (timeout_ms = 2_000) =>
  new FallbackMatcher(
    new ProviderMatcher({ endpoint_url, model: "small-1", key: "sk-very-secret" }, CLINIC, client, timeout_ms),
    new BuiltinMatcher(CLINIC),
    () => clock_ms,
  );
const options = { language: "en-US", candidates: ["price", "repeat"] };

test("the provider is asked with the candidates and examples, and its answer is the answer", async () => {
  says({ intent: "price", confidence: 0.83, because: ["how much", "never said"] });
  const match = await matcher().match("uh how much is it then", options);
  expect(match).toEqual({
    intent: "price",
    confidence: 0.83,
    because: [{ text: "how much", weight: 1 }],
    source: "small-1",
  });
  const [request] = asked;
  expect(request).toMatchObject({ url: "/v1/chat/completions", authorization: "Bearer sk-very-secret" });
  expect(request!.body).toMatchObject({ model: "small-1", temperature: 0 });
  const question = JSON.parse(request!.body.messages[1].content);
  expect(question.utterance).toBe("uh how much is it then");
  expect(question.intents.map((intent: { name: string }) => intent.name)).toEqual(["price", "repeat"]);
  expect(question.intents[0].examples[0]).toBe("how much does it cost");
});

test("null means none of them, and so does an answer that is not sure", async () => {
  says({ intent: null, confidence: 0.9, because: [] });
  expect(await matcher().match("how much is it", options)).toMatchObject({ intent: null, source: "small-1" });
  says({ intent: "price", confidence: 0.3, because: [] });
  expect(await matcher().match("how much is it", options)).toMatchObject({ intent: null, confidence: 0.3 });
});

test.each<[string, () => void, RegExp]>([
  ["no JSON", () => says("I think it is price."), /not JSON/],
  ["an intent that nobody asked for", () => says({ intent: "buy_house", confidence: 1 }), /not asked for/],
  ["no confidence", () => says({ intent: "price" }), /confidence/],
  ["a confidence that is none", () => says({ intent: "price", confidence: 7 }), /confidence/],
  ["an error", () => says({}, 401), /answered 401/],
  ["a redirect", () => says({}, 302), /answered 302/],
  [
    "nothing of the kind",
    () => {
      answer = (response) => void response.writeHead(200).end('{"choices": []}');
    },
    /no message/,
  ],
  [
    "silence",
    () => {
      answer = () => {};
    },
    /TIMEOUT/,
  ],
  [
    "a book",
    () => {
      answer = (response) => void response.writeHead(200).end("x".repeat(100_000));
    },
    /cut short/,
  ],
])("a provider that gives %s is replaced by the built-in matcher, which says why", async (_what, set, reason) => {
  set();
  const match = await matcher(300).match("how much does it cost", options);
  expect(match).toMatchObject({ intent: "price", source: "builtin", fallback: expect.stringMatching(reason) });
  expect(JSON.stringify(match)).not.toContain("sk-very-secret");
});

test("a provider that keeps failing is left alone for a while, then asked again", async () => {
  says({}, 500);
  const tried = matcher();
  for (let i = 0; i < 5; i += 1) {
    expect(await tried.match("how much does it cost", options)).toMatchObject({ intent: "price", source: "builtin" });
  }
  expect(asked).toHaveLength(3);
  clock_ms += 31_000;
  says({ intent: "repeat", confidence: 0.9 });
  expect(await tried.match("how much does it cost", options)).toMatchObject({ intent: "repeat", source: "small-1" });
});

test("an address inside is not asked: the settings are a tenant's", async () => {
  const guarded = new GuardedClient({ policy: { allow: [] } });
  const outside = new Matchers(guarded).of(CLINIC, {
    provider: "openai_compatible",
    endpoint_url,
    model: "m",
    key: null,
  });
  const match = await outside.match("how much does it cost", options);
  expect(match).toMatchObject({
    intent: "price",
    source: "builtin",
    fallback: expect.stringMatching(/ADDRESS_REFUSED/),
  });
  expect(asked).toEqual([]);
  guarded.close();
});

test("silence and a question without candidates cost no request", async () => {
  expect(await matcher().match("  ", options)).toMatchObject({ intent: null, source: "builtin" });
  expect(await matcher().match("hello", { ...options, candidates: [] })).toMatchObject({ intent: null });
  expect(asked).toEqual([]);
});

test("a library that has not changed is not trained again; one that has, is", () => {
  const matchers = new Matchers(client);
  const builtin = { provider: "builtin", endpoint_url: null, model: null, key: null } as const;
  const first = matchers.of(CLINIC, builtin);
  expect(first).toBeInstanceOf(PatientMatcher);
  expect(matchers.of(structuredClone(CLINIC), builtin)).toBe(first);
  expect(matchers.of(CLINIC.slice(1), builtin)).not.toBe(first);
  expect(matchers.of(CLINIC, { provider: "openai_compatible", endpoint_url, model: "m", key: "k" })).toBeInstanceOf(
    FallbackMatcher,
  );
});
