/** The tables of docs/studio.md that are made from the code. A test holds the page to them. */
import { roleTable } from "../../studio/src/admin/role_table";
import { CATALOGUE } from "../../studio/src/http/catalogue";
import { USAGE } from "../../studio/src/options";
import { TEST_NUMBERS } from "../../studio/src/voice/simulated/test_numbers";
import { bareApp } from "../../studio/test/harness/bare_app";

/** Every table by the name that its place in the page has. */
export async function studioTables(): Promise<Record<string, string>> {
  return {
    flags: flagTable(),
    variables: variableTable(),
    "test numbers": table(["ends with", "its owner"], Object.entries(TEST_NUMBERS)),
    routes: roleTable(await bareApp()),
    codes: codeTable(),
  };
}

/**
 * Puts tables where the page says `<!-- NAME: … -->`, up to `<!-- end -->`.
 * @throws Error where the page has no place for a table, or a place for none
 */
export function withTables(page: string, tables: Readonly<Record<string, string>>): string {
  const open = new Set(Object.keys(tables));
  const filled = page.replace(/(<!-- ([a-z ]+): .*-->\n)[\s\S]*?(<!-- end -->)/g, (_all, head, name, end) => {
    if (!open.delete(name)) throw new Error(`there is no table ${name}, or the page has two places for it`);
    return `${head}\n${tables[name]}\n\n${end}`;
  });
  if (open.size > 0) throw new Error(`the page has no place for ${[...open].join(", ")}`);
  return filled;
}

function flagTable(): string {
  const rows = [...USAGE.matchAll(/^ {2}(--\S+(?: [A-Z]+)?) {2,}(.*)$/gm)].map(([, flag, what]) => [flag!, what!]);
  return table(
    ["flag", "means"],
    rows.map(([flag, what]) => [code(flag!), what!]),
  );
}

function variableTable(): string {
  const rows = [...USAGE.matchAll(/^ {2}([A-Z][A-Z_]+) {2,}(.*)$/gm)].map(([, name, what]) => [code(name!), what!]);
  return table(["variable", "means"], rows);
}

function codeTable(): string {
  return table(
    ["status", "code", "title"],
    Object.entries(CATALOGUE).map(([name, [status, title]]) => [String(status), code(name), title]),
  );
}

const code = (text: string) => `\`${text}\``;

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(heads), `|${"---|".repeat(heads.length)}`, ...rows.map(line)].join("\n");
}
