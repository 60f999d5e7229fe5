import type { Tx } from "../db/db";
import type { SealContext, SecretBox } from "../secret/box";

export const AI_PROVIDERS = ["builtin", "openai_compatible"] as const;
export type AiProvider = (typeof AI_PROVIDERS)[number];

/** Who decides which intent a caller meant. `builtin` needs nothing else. */
export interface AiSettings {
  readonly provider: AiProvider;
  /** Base URL of the provider's interface; null for the built-in matcher. */
  readonly endpoint_url: string | null;
  readonly model: string | null;
}

export interface AiSettingsRow extends AiSettings {
  readonly key_sealed: string | null;
  readonly revision: number;
}

const BUILTIN: AiSettingsRow = { provider: "builtin", endpoint_url: null, model: null, key_sealed: null, revision: 0 };

export async function findAiSettings(tx: Tx, tenant_id: string, lock = false): Promise<AiSettingsRow> {
  const [row] = await tx.query<AiSettingsRow>(
    `SELECT provider, endpoint_url, model, key_sealed, revision FROM ai_settings WHERE tenant_id = $1 ${lock ? "FOR UPDATE" : ""}`,
    [tenant_id],
  );
  return row ?? BUILTIN;
}

/** A tenant's settings with the key in the clear, for whoever asks the provider. The key must not be logged. */
export async function readAiSettings(
  tx: Tx,
  secrets: SecretBox,
  tenant_id: string,
): Promise<AiSettings & { readonly key: string | null }> {
  const { provider, endpoint_url, model, key_sealed } = await findAiSettings(tx, tenant_id);
  return {
    provider,
    endpoint_url,
    model,
    key: key_sealed === null ? null : secrets.open(sealContext(tenant_id), key_sealed),
  };
}

/** @param key null removes it, undefined keeps what is there */
export async function writeAiSettings(
  tx: Tx,
  secrets: SecretBox,
  tenant_id: string,
  settings: AiSettings,
  key: string | null | undefined,
  now: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO ai_settings (tenant_id, provider, endpoint_url, model, key_sealed, updated_at) VALUES ($1, $2, $3, $4, $5, $7)
     ON CONFLICT (tenant_id) DO UPDATE SET provider = excluded.provider, endpoint_url = excluded.endpoint_url, model = excluded.model,
       key_sealed = CASE WHEN $6 THEN ai_settings.key_sealed ELSE excluded.key_sealed END,
       revision = ai_settings.revision + 1, updated_at = excluded.updated_at`,
    [
      tenant_id,
      settings.provider,
      settings.endpoint_url,
      settings.model,
      key == null ? null : secrets.seal(sealContext(tenant_id), key),
      key === undefined,
      now.toISOString(),
    ],
  );
}

const sealContext = (tenant_id: string): SealContext => ({
  table: "ai_settings",
  column: "key_sealed",
  row: tenant_id,
});
