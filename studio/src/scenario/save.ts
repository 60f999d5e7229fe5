/** Adds a version to a scenario, or says what is wrong with it. */
import type { Context } from "../http/context";
import { problem } from "../http/problem";
import type { Definition } from "./definition";
import type { Finding } from "./finding";
import { projectLibrary } from "./library_store";
import type { Version } from "./schema";
import { validate } from "./validate";
import { insertVersion } from "./version_store";

export interface Origin {
  origin: Version["origin"];
  scenario_id?: string;
  version?: number;
}

/**
 * The scenario must be held by the transaction, so that versions are numbered without a gap.
 * @returns the number of the version and the warnings about it
 * @throws Problem INVALID_DEFINITION with the findings
 */
export async function saveVersion(
  ctx: Context,
  place: { scenario_id: string; project_id: string },
  document: unknown,
  comment: string,
  { origin, scenario_id, version }: Origin,
): Promise<{ version: number; findings: Finding[] }> {
  const { definition, findings } = await checked(ctx, place.project_id, document);
  const number = await insertVersion(ctx.tx, {
    tenant_id: ctx.tenant_id,
    scenario_id: place.scenario_id,
    definition,
    comment,
    origin,
    origin_scenario_id: scenario_id ?? null,
    origin_version: version ?? null,
    user: ctx.user,
  });
  return { version: number, findings };
}

/** @throws Problem INVALID_DEFINITION with the findings */
export async function checked(
  ctx: Context,
  project_id: string,
  document: unknown,
): Promise<{ definition: Definition; findings: Finding[] }> {
  const { definition, findings } = validate(document, await projectLibrary(ctx.tx, project_id, languageOf(document)));
  if (definition === null) throw problem("INVALID_DEFINITION", { findings });
  return { definition, findings };
}

/** The language a document says, before anyone has looked at it. */
export function languageOf(document: unknown): string {
  const language = (document as { language?: unknown } | null | undefined)?.language;
  return typeof language === "string" ? language : "";
}
