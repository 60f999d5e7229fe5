import { ok, deepStrictEqual as same } from "node:assert";
import type { Client } from "../../harness/client";
import { unique } from "../../harness/world";
import type { Check } from "../check";
import { GATEWAY_TOKEN } from "../environment";

/** Everything an administrator can read by a plain GET. */
async function readAll(client: Client): Promise<string> {
  const texts: string[] = [];
  for (const [path, operations] of Object.entries(client.contract.document.paths)) {
    if (!("get" in operations) || path.includes("{") || !path.startsWith("/api/v1/")) continue;
    const answer = await client.get(path.replace("/api/v1", ""));
    texts.push(`${path} ${JSON.stringify(answer.body)}`);
  }
  return texts.join("\n");
}

export const SECRET_CHECKS: readonly Check[] = [
  {
    name: "no password, key or token is in a log, in the audit or in an answer that did not ask for it",
    async run(world) {
      const tenant = await world.tenant();
      const { admin } = tenant;
      const secrets: Record<string, string> = {
        admin_password: admin.password,
        access_token: admin.client.token!,
        house_gateway_token: GATEWAY_TOKEN,
        trunk_password: `trunk-${unique()}`,
        ai_key: `ai-${unique()}`,
        guessed_password: `guess-${unique()}`,
        // Short enough to stand in a parser's message as a whole.
        bare_password: `g${unique().slice(0, 8)}`,
        refused_password: `no-${unique().slice(0, 6)}`,
      };
      // Where they may stand: in the answer that hands them out, or in the request that brings them.
      const user = await admin.client.expect(
        201,
        "POST",
        "/admin/users",
        {
          email: `${unique()}@example.test`,
          name: "Ann",
          roles: [],
        },
        { headers: { "idempotency-key": unique() } },
      );
      secrets["temporary_password"] = user.temporary_password;
      const reset = await admin.client.expect(200, "POST", `/admin/users/${user.id}/reset-password`);
      secrets["reset_password"] = reset.temporary_password;
      const login = await world.open.expect(200, "POST", "/auth/login", {
        email: admin.email,
        password: admin.password,
      });
      secrets["refresh_token"] = login.refresh_token;
      const renewed = await world.open.expect(200, "POST", "/auth/refresh", { refresh_token: login.refresh_token });
      secrets["renewed_token"] = renewed.refresh_token;
      secrets["renewed_access_token"] = renewed.access_token;
      const credential = await admin.client.expect(201, "POST", "/admin/gateway-credentials", { name: "pbx" });
      secrets["gateway_token"] = credential.token;
      const etag = (await admin.client.get("/admin/telephony-trunks")).headers.get("etag")!;
      const trunks = {
        gateways: [{ name: "a", host: "sip.example.com", username: "u", password: secrets["trunk_password"] }],
      };
      await admin.client.expect(200, "PUT", "/admin/telephony-trunks", trunks, { headers: { "if-match": etag } });
      await admin.client.expect(200, "PUT", "/admin/ai-settings", {
        provider: "openai_compatible",
        endpoint_url: "https://ai.example",
        model: "m",
        key: secrets["ai_key"],
      });
      await world.open.as(credential.token).expect(200, "GET", "//internal/v1/telephony-trunks");
      await world.open.as(GATEWAY_TOKEN).expect(200, "GET", `//internal/v1/telephony-trunks?tenant_id=${tenant.id}`);
      // Mistakes must not give them away either.
      const mistakes = [
        await world.open.post("/auth/login", { email: admin.email, password: secrets["guessed_password"] }),
        await world.open.post("/auth/login", { email: admin.email, password: { nested: secrets["guessed_password"] } }),
        await world.open.post("/auth/login", undefined, {
          raw: { type: "application/json", text: `{"password":${secrets["bare_password"]}}` },
        }),
        await world.open.post("/auth/login", undefined, {
          raw: { type: "application/json", text: `{"password":"${secrets["guessed_password"]}` },
        }),
        await admin.client.post("/auth/password", {
          current_password: admin.password,
          new_password: secrets["refused_password"],
        }),
        await admin.client.put("/admin/telephony-trunks", {
          gateways: [{ name: 1, password: secrets["trunk_password"] }],
        }),
        await admin.client.put("/admin/ai-settings", { provider: "oracle", key: secrets["ai_key"] }),
        await admin.client.get(`/auth/nowhere?access_token=${secrets["access_token"]}`),
        await world.open.post("/auth/refresh", { refresh_token: `${secrets["refresh_token"]}x` }),
      ];
      ok(mistakes.every(({ status }) => status >= 400 && status < 500));
      const places: Record<string, string> = {
        "what the program printed": world.studio.output(),
        "what problems say": JSON.stringify(mistakes.map(({ body }) => body)),
        "what the administrator reads": await readAll(admin.client),
        "what the operator reads of the audit": JSON.stringify(
          (await world.operator.get("/admin/audit?limit=200")).body,
        ),
      };
      ok(places["what the program printed"]!.includes("telephony-trunks"), "requests are logged");
      ok(places["what the administrator reads"]!.includes("trunks.update"), "the audit was read");
      const found = Object.entries(secrets).flatMap(([name, secret]) =>
        Object.entries(places).flatMap(([place, text]) => (text.includes(secret) ? [`${name} in ${place}`] : [])),
      );
      same(found, []);
    },
  },
];
