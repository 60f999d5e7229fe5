import { Webhook, WebhookVerificationError } from "standardwebhooks";
import { newSecret, signatureHeaders } from "../../src/webhook/signature";

const now_s = () => Math.floor(Date.now() / 1000);
const body = JSON.stringify({ type: "call.finished", timestamp: "2026-03-01T10:00:00Z", data: { text: "ជម្រាបសួរ" } });

test("a receiver that uses the reference library takes what we sign", () => {
  const secret = newSecret();
  const headers = signatureHeaders({ webhook_id: "msg_1", timestamp_s: now_s(), body }, [secret]);
  expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
});

test("while a secret is rotated, the old and the new one both verify; a third does not", () => {
  const [fresh, old] = [newSecret(), newSecret()];
  const headers = signatureHeaders({ webhook_id: "msg_1", timestamp_s: now_s(), body }, [fresh, old]);
  for (const secret of [fresh, old]) expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
  expect(() => new Webhook(newSecret()).verify(body, headers)).toThrow(WebhookVerificationError);
});

test("another body, id or instant does not verify", () => {
  const secret = newSecret();
  const headers = signatureHeaders({ webhook_id: "msg_1", timestamp_s: now_s(), body }, [secret]);
  const verify = (text: string, changed: Record<string, string>) =>
    new Webhook(secret).verify(text, { ...headers, ...changed });
  expect(() => verify(`${body} `, {})).toThrow(WebhookVerificationError);
  expect(() => verify(body, { "webhook-id": "msg_2" })).toThrow(WebhookVerificationError);
  expect(() => verify(body, { "webhook-timestamp": String(now_s() - 1) })).toThrow(WebhookVerificationError);
});

test("the signature of the specification's algorithm, worked out elsewhere", () => {
  // printf 'msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{"test": 2432232314}' | openssl dgst -sha256 -mac hmac -macopt hexkey:... -binary | base64
  const headers = signatureHeaders(
    { webhook_id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp_s: 1614265330, body: '{"test": 2432232314}' },
    ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
  );
  expect(headers["webhook-signature"]).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
});

test("secrets are of the form that the specification asks for, and never the same", () => {
  const secrets = Array.from({ length: 50 }, newSecret);
  expect(new Set(secrets).size).toBe(50);
  for (const secret of secrets) {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(secret.slice(6), "base64")).toHaveLength(32);
  }
  expect(() => signatureHeaders({ webhook_id: "a", timestamp_s: 1, body }, ["plain"])).toThrow("whsec_");
});
