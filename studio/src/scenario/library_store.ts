import type { Tx } from "../db/db";
import type { Scalar, VariableType } from "./definition_parts";
import type { Library } from "./library";

interface ItemRow {
  kind: "intent" | "prompt" | "variable";
  name: string;
  language: string;
  body: { text?: string; type?: VariableType; default?: Scalar | null } | null;
}

/**
 * What a project's scenarios share, without the utterances of intents.
 * @param language of the scenario; where it is regional (`de-AT`), prompts of the language itself (`de`) stand in
 */
export async function projectLibrary(tx: Tx, project_id: string, language: string): Promise<Library> {
  const rows = await tx.query<ItemRow>(
    `SELECT kind, name, language, CASE WHEN kind = 'intent' THEN NULL ELSE body END AS body FROM library_items
     WHERE project_id = $1 AND (kind <> 'prompt' OR language IN ($2, split_part($2, '-', 1)))
     ORDER BY length(language)`,
    [project_id, language],
  );
  const of = (kind: ItemRow["kind"]) => rows.filter((row) => row.kind === kind);
  return {
    intents: new Set(of("intent").map((row) => row.name)),
    // The longer, regional language comes later and wins.
    prompts: new Map(of("prompt").map((row) => [row.name, row.body?.text ?? ""])),
    variables: new Map(
      of("variable").map((row) => [row.name, { type: row.body?.type ?? "string", default: row.body?.default ?? null }]),
    ),
  };
}
