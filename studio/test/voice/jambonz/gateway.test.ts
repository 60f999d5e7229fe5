import type { CallRequest } from "../../../src/voice/gateway";
import { JambonzClient } from "../../../src/voice/jambonz/client";
import { jambonzGateway } from "../../../src/voice/jambonz/gateway";
import { speechLanguage } from "../../../src/voice/jambonz/verbs";

const schema: { validateVerb(name: string, data: object, logger: object): void } = require("@jambonz/schema");
const specifications: {
  validateVerb(name: string, data: object, logger: object): void;
} = require("@jambonz/verb-specifications");
const quiet = { debug: () => undefined, info: () => undefined, error: () => undefined };

interface Asked {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

/** A jambonz API that answers in order. */
function api(...answers: ([status: number, document: unknown] | Error)[]) {
  const asked: Asked[] = [];
  const account = {
    api_url: "https://jambonz.example/api/v1/",
    account_sid: "acc-1",
    token: "t0ken",
    speech: { synthesis_vendor: "google", synthesis_voice: "en-US-Standard-C", recognizer_vendor: "google" },
  };
  const client = new JambonzClient(account, async ({ method, url, headers, body }) => {
    asked.push({ method, url, headers: { ...headers }, body: JSON.parse(String(body)) });
    const answer = answers[asked.length - 1] ?? new Error("nobody is there");
    if (answer instanceof Error) throw answer;
    return {
      status: answer[0],
      body: Buffer.from(typeof answer[1] === "string" ? answer[1] : JSON.stringify(answer[1])),
    };
  });
  const hooksUrl = (call_id: string) => `https://studio.example/hooks/${call_id}`;
  return { asked, client, gateway: jambonzGateway({ client, hooksUrl, detect_machines: true }) };
}

const request: CallRequest = {
  call_id: "c1",
  attempt: 1,
  to: "+49891",
  from: "+49301",
  trunk: "main",
  language: "de",
  ring_timeout_ms: 25_000,
  max_duration_ms: 300_000,
  on_answer: async () => undefined,
};
const never = new AbortController().signal;

test("a call is placed with everything jambonz needs to find us, and handed over", async () => {
  const { gateway, asked } = api([201, { sid: "s1", callId: "x" }]);
  expect(await gateway.placeCall(request, never)).toEqual({ kind: "handed_over", reference: "s1" });
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({
    method: "POST",
    url: "https://jambonz.example/api/v1/Accounts/acc-1/Calls",
    headers: { authorization: "Bearer t0ken" },
  });
  expect(asked[0]?.body).toEqual({
    call_hook: { url: "https://studio.example/hooks/c1/answer", method: "POST" },
    call_status_hook: { url: "https://studio.example/hooks/c1/status", method: "POST" },
    from: "+49301",
    to: { type: "phone", number: "+49891", trunk: "main" },
    timeout: 25,
    timeLimit: 3_900,
    tag: { call_id: "c1" },
    amd: { actionHook: "https://studio.example/hooks/c1/amd" },
    speech_synthesis_vendor: "google",
    speech_synthesis_language: "de-DE",
    speech_synthesis_voice: "en-US-Standard-C",
    speech_recognizer_vendor: "google",
    speech_recognizer_language: "de-DE",
  });
  for (const library of [schema, specifications]) library.validateVerb("rest:dial", asked[0]?.body ?? {}, quiet);
});

test.each<[[number, unknown] | Error, string]>([
  [[400, { msg: "unknown trunk" }], "jambonz did not place the call (status 400): unknown trunk"],
  [
    [480, { msg: "no available feature servers at this time" }],
    "jambonz did not place the call (status 480): no available feature servers at this time",
  ],
  [[500, "<html>"], "jambonz did not place the call (status 500)"],
  [[201, {}], "jambonz did not place the call (status 201)"],
  [new Error("the connection was refused"), "jambonz cannot be asked: the connection was refused"],
])("a jambonz that answers %j: the call has failed, and why, without the token", async (answer, reason) => {
  const { gateway } = api(answer);
  const placement = await gateway.placeCall(request, never);
  expect(placement).toMatchObject({ kind: "ended", end: { outcome: "failed", reason } });
  expect(JSON.stringify(placement)).not.toContain("t0ken");
});

test("a call that was withdrawn is not placed, or ended at once", async () => {
  const before = api();
  expect(await before.gateway.placeCall(request, AbortSignal.abort())).toMatchObject({ end: { outcome: "canceled" } });
  expect(before.asked).toEqual([]);
  const during = new AbortController();
  const { gateway, asked } = api([201, { sid: "s1" }], [202, {}]);
  const placed = gateway.placeCall(request, during.signal);
  during.abort();
  expect(await placed).toEqual({ kind: "handed_over", reference: "s1" });
  expect(asked.at(-1)).toMatchObject({ method: "PUT", body: { call_status: "completed" } });
});

test("ending a call knows both of jambonz's words, and that the call may be gone", async () => {
  const talking = api([202, ""]);
  await talking.gateway.endCall?.("s/1");
  expect(talking.asked.map(({ method, url, body }) => [method, url, body])).toEqual([
    ["PUT", "https://jambonz.example/api/v1/Accounts/acc-1/Calls/s%2F1", { call_status: "completed" }],
  ]);
  const ringing = api([422, { msg: "incompatible" }], [202, ""]);
  await ringing.gateway.endCall?.("s1");
  expect(ringing.asked.map(({ body }) => body)).toEqual([{ call_status: "completed" }, { call_status: "no-answer" }]);
  await api([404, ""]).gateway.endCall?.("s1");
  await expect(api([500, ""]).gateway.endCall?.("s1")).rejects.toThrow("jambonz did not end the call (status 500)");
});

test("speech services are told the region that a language is most likely of", () => {
  expect(["en", "de-AT", "km", "pt", "zh"].map(speechLanguage)).toEqual(["en-US", "de-AT", "km-KH", "pt-BR", "zh-CN"]);
});
