import { Type } from "@sinclair/typebox";
import type { App } from "../http/app";
import { etagOf } from "../http/etag";
import { type Problem, problem } from "../http/problem";
import { ok } from "../http/reply";
import { route } from "../http/route";
import { Body, Nullable, OneOf } from "../http/schema";
import { AI_PROVIDERS, type AiSettings, type AiSettingsRow, findAiSettings, writeAiSettings } from "./ai_settings";

const SettingsSchema = Type.Object({
  provider: OneOf(AI_PROVIDERS),
  endpoint_url: Nullable(Type.String()),
  model: Nullable(Type.String()),
  key_set: Type.Boolean({ description: "Whether a key is kept; it is never shown" }),
});

const SettingsBody = Body({
  provider: OneOf(AI_PROVIDERS, { description: "builtin is trained from the project's library and asks nobody" }),
  endpoint_url: Type.Optional(Nullable(Type.String({ maxLength: 500, description: "Base URL of the provider" }))),
  model: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 200 }))),
  key: Type.Optional(
    Nullable(
      Type.String({
        minLength: 1,
        maxLength: 4096,
        description: "Write-only. Left out: stays as it is; null: removed",
      }),
    ),
  ),
});

const common = { roles: ["STUDIO_ADMIN"], url: "/admin/ai-settings", tag: "Administration: settings" } as const;

export function aiSettingsRoutes(app: App): void {
  route(
    app,
    { ...common, method: "GET", summary: "Who decides which intent a caller meant", response: { 200: SettingsSchema } },
    async ({ tx, tenant_id }) => answer(await findAiSettings(tx, tenant_id)),
  );
  route(
    app,
    {
      ...common,
      method: "PUT",
      summary: "Choose provider, model and key",
      body: SettingsBody,
      response: { 200: SettingsSchema },
      audit: "ai_settings.update",
    },
    async (ctx, { body }) => {
      const { tx, tenant_id } = ctx;
      const before = await findAiSettings(tx, tenant_id, true);
      ctx.match(before.revision);
      const settings = settingsOf(body);
      if (before.key_sealed !== null && body.key === undefined && originOf(before) !== originOf(settings)) {
        // Otherwise whoever may write the settings could have the key sent to a place of their own, and read it there.
        throw fault("/key", "must be sent again with another endpoint_url, or removed with null");
      }
      await writeAiSettings(tx, ctx.services.secrets, tenant_id, settings, body.key, ctx.now);
      const key = body.key === undefined ? "kept" : body.key === null ? "removed" : "set";
      ctx.audit({ resource_id: tenant_id, detail: { ...settings, key } });
      return answer(await findAiSettings(tx, tenant_id));
    },
  );
}

function settingsOf(body: {
  provider: AiSettings["provider"];
  endpoint_url?: string | null;
  model?: string | null;
}): AiSettings {
  if (body.provider === "builtin") return { provider: "builtin", endpoint_url: null, model: null };
  const endpoint_url = body.endpoint_url ?? null;
  const model = body.model ?? null;
  if (endpoint_url === null) throw fault("/endpoint_url", `is needed with ${body.provider}`);
  if (model === null) throw fault("/model", `is needed with ${body.provider}`);
  const url = URL.canParse(endpoint_url) ? new URL(endpoint_url) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) throw fault("/endpoint_url", "must be an http or https URL");
  if (url.username !== "" || url.password !== "") throw fault("/endpoint_url", "must not hold a user or password");
  return { provider: body.provider, endpoint_url, model };
}

function originOf({ endpoint_url }: Pick<AiSettings, "endpoint_url">): string | null {
  return endpoint_url === null ? null : new URL(endpoint_url).origin;
}

function fault(path: string, message: string): Problem {
  return problem("VALIDATION_FAILED", {
    detail: `${path.slice(1)} ${message}`,
    findings: [{ nodeId: null, path, message }],
  });
}

function answer({ provider, endpoint_url, model, key_sealed, revision }: AiSettingsRow) {
  return ok({ provider, endpoint_url, model, key_set: key_sealed !== null }, { etag: etagOf(revision) });
}
