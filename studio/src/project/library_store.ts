import type { Tx } from "../db/db";
import type { LibraryIntent } from "../nlu/matcher";
import type { LibraryKind } from "./library_schema";

/** An item as it crosses: its own fields beside those that every kind has. `language` is null where it has none. */
export interface LibraryItem {
  id: string;
  name: string;
  language: string | null;
  revision: number;
  created_at: string;
  updated_at: string;
  [field: string]: unknown;
}

/** What is stored of an item besides its name and language. */
export interface LibraryContent {
  name: string;
  language: string | null;
  body: Record<string, unknown>;
}

interface ItemRow {
  id: string;
  name: string;
  language: string;
  body: Record<string, unknown>;
  revision: number;
  created_at: string;
  updated_at: string;
}

const COLUMNS = "id, name, language, body, revision, created_at, updated_at";

function itemOf({ body, language, ...row }: ItemRow): LibraryItem {
  return { ...row, language: language === "" ? null : language, ...body };
}

/** Items of one kind, newest first: one more than `limit`. */
export async function listItems(
  tx: Tx,
  project_id: string,
  kind: LibraryKind,
  {
    before,
    limit,
    name,
    language,
  }: { before: string | null; limit: number; name: string | null; language: string | null },
): Promise<LibraryItem[]> {
  const rows = await tx.query<ItemRow>(
    `SELECT ${COLUMNS} FROM library_items WHERE project_id = $1 AND kind = $2 AND ($3::uuid IS NULL OR id < $3)
       AND ($4::text IS NULL OR name = $4) AND ($5::text IS NULL OR language = $5)
     ORDER BY id DESC LIMIT $6`,
    [project_id, kind, before, name, language, limit + 1],
  );
  return rows.map(itemOf);
}

/** The item, held against other writers until the transaction ends where `lock`; null where the project has no such item. */
export async function readItem(
  tx: Tx,
  project_id: string,
  kind: LibraryKind,
  id: string,
  { lock = false } = {},
): Promise<LibraryItem | null> {
  const [row] = await tx.query<ItemRow>(
    `SELECT ${COLUMNS} FROM library_items WHERE project_id = $1 AND kind = $2 AND id = $3 ${lock ? "FOR UPDATE" : ""}`,
    [project_id, kind, id],
  );
  return row === undefined ? null : itemOf(row);
}

export async function countItems(tx: Tx, project_id: string, kind: LibraryKind): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    "SELECT count(*) AS count FROM library_items WHERE project_id = $1 AND kind = $2",
    [project_id, kind],
  );
  return row!.count;
}

export async function insertItem(
  tx: Tx,
  place: { id: string; tenant_id: string; project_id: string; kind: LibraryKind },
  content: LibraryContent,
): Promise<LibraryItem> {
  const [row] = await tx.query<ItemRow>(
    `INSERT INTO library_items (id, tenant_id, project_id, kind, name, language, body) VALUES ($1, $2, $3, $4, $5, $6, $7)
     RETURNING ${COLUMNS}`,
    [
      place.id,
      place.tenant_id,
      place.project_id,
      place.kind,
      content.name,
      content.language ?? "",
      JSON.stringify(content.body),
    ],
  );
  return itemOf(row!);
}

export async function updateItem(tx: Tx, id: string, content: LibraryContent): Promise<LibraryItem> {
  const [row] = await tx.query<ItemRow>(
    `UPDATE library_items SET name = $2, language = $3, body = $4, revision = revision + 1, updated_at = now()
     WHERE id = $1 RETURNING ${COLUMNS}`,
    [id, content.name, content.language ?? "", JSON.stringify(content.body)],
  );
  return itemOf(row!);
}

export async function deleteItem(tx: Tx, id: string): Promise<void> {
  await tx.query("DELETE FROM library_items WHERE id = $1", [id]);
}

/** The intents of a project as the matcher is trained from them, by name. */
export async function libraryIntents(tx: Tx, project_id: string): Promise<LibraryIntent[]> {
  const rows = await tx.query<{ name: string; language: string; utterances: string[] }>(
    `SELECT name, language, body->'utterances' AS utterances FROM library_items
     WHERE project_id = $1 AND kind = 'intent' ORDER BY name, language`,
    [project_id],
  );
  return rows.map(({ name, language, utterances }) => ({ name, utterances, ...(language === "" ? {} : { language }) }));
}
