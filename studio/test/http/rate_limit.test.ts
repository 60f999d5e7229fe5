import { bareApp } from "../harness/bare_app";

test("an address that asks too often is told how long to wait, also where it asks without a token", async () => {
  const { fastify } = await bareApp({ rate_limit_per_min: 3, trust_proxy: true });
  const base = await fastify.listen({ host: "127.0.0.1", port: 0 });
  const ask = (path: string, from = "203.0.113.7") => fetch(base + path, { headers: { "x-forwarded-for": from } });
  try {
    for (let i = 0; i < 3; i++) expect((await ask("/api/v1/projects")).status).toBe(401);
    for (const path of ["/api/v1/projects", "/api/v1/openapi.json"]) {
      const answer = await ask(path);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([429, "application/problem+json"]);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(await answer.json()).toMatchObject({ status: 429, code: "RATE_LIMITED" });
    }
    // Another address is not to blame, and whoever watches the process is never sent away.
    expect((await ask("/api/v1/openapi.json", "203.0.113.8")).status).toBe(200);
    expect((await ask("/health")).status).toBe(200);
  } finally {
    await fastify.close();
  }
});
