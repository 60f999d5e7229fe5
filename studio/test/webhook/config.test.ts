import { urlFault, webhookConfig } from "../../src/webhook/config";

test("by default only https, and nothing that is plainly no endpoint", () => {
  const config = webhookConfig({});
  expect(urlFault("https://example.org/hook?a=b", config)).toBeNull();
  expect(urlFault("http://example.org/", config)).toBe("must begin with https://");
  expect(urlFault("https://127.0.0.1/", config)).toBe("names an address that may not be reached (loopback)");
  expect(urlFault("https://[::ffff:a9fe:a9fe]/", config)).toMatch(/link-local/);
  expect(urlFault("http://93.184.216.34/", config)).toBe("must begin with https://");
  expect(urlFault("https://example.org/#part", config)).toMatch(/fragment/);
  expect(urlFault("https://me:secret@example.org/", config)).toMatch(/user name or password/);
  expect(urlFault("example.org", config)).toMatch(/not a URL/);
  expect(urlFault(`https://example.org/${"x".repeat(2000)}`, config)).toMatch(/at most 2000/);
});

test("the operator may open a range for http, and http as a whole", () => {
  const ranges = webhookConfig({ STUDIO_WEBHOOK_ALLOW_PRIVATE: "127.0.0.0/8 fd00::/8" });
  expect(urlFault("http://127.0.0.1:9000/", ranges)).toBeNull();
  expect(urlFault("http://[fd00::1]/", ranges)).toBeNull();
  expect(urlFault("http://10.0.0.1/", ranges)).toMatch(/may not be reached \(private\)/);
  expect(urlFault("http://example.org/", webhookConfig({ STUDIO_WEBHOOK_ALLOW_HTTP: "1" }))).toBeNull();
});

test("a variable that cannot be read is named", () => {
  expect(() => webhookConfig({ STUDIO_WEBHOOK_ALLOW_PRIVATE: "10.0.0.0/99" })).toThrow(
    /^STUDIO_WEBHOOK_ALLOW_PRIVATE: /,
  );
  expect(() => webhookConfig({ STUDIO_WEBHOOK_LOG_DAYS: "3" })).toThrow(/^STUDIO_WEBHOOK_LOG_DAYS must/);
  expect(webhookConfig({ STUDIO_WEBHOOK_LOG_DAYS: "90" }).keep_days).toBe(90);
  expect(() => webhookConfig({ STUDIO_WEBHOOK_ALLOW_HTTP: "maybe" })).toThrow(/^STUDIO_WEBHOOK_ALLOW_HTTP must/);
});
