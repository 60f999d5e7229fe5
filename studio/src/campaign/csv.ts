import type { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { problem } from "../http/problem";
import type { ContactInput } from "./contact_schema";
import type { Upload } from "./upload";

export const MAX_ROWS = 1_000_000;
const MAX_RECORD_BYTES = 64 * 1024;
const MAX_COLUMNS = 100;
const MAX_FIELD_CHARS = 2000;

const OWN_COLUMNS = new Set(["number", "name", "external_id", "time_zone"]);

/**
 * Reads a list with a header line: `number` must be there; `name`, `external_id` and `time_zone` may; every other column is a variable.
 * Comma or semicolon, RFC 4180 quotes, UTF-8. Rows go to the upload one by one as they come.
 * @throws Problem CSV_INVALID with the row, once every row before it was taken
 */
export async function readCsv(stream: Readable, upload: Upload): Promise<void> {
  // Records of the piece of the list that is being parsed. Not by iterating over the parser: where it meets a fault it throws away
  // the good records that were not asked for yet.
  let records: Record<string, string>[] = [];
  const parser = parse({
    bom: true,
    delimiter: [",", ";"],
    columns: (names: string[]) => checkedHeader(names.map((name) => name.trim().toLowerCase())),
    skip_empty_lines: true,
    relax_column_count_less: true,
    trim: true,
    max_record_size: MAX_RECORD_BYTES,
    on_record: (record: Record<string, string>) => {
      records.push(record);
      return null;
    },
  });
  const take = async () => {
    const batch = records;
    records = [];
    for (const record of batch) await takeRow(record, upload);
  };
  const fed = (feed: (done: (error?: Error | null) => void) => void) =>
    new Promise<void>((done, refuse) => {
      parser.once("error", refuse);
      feed((error) => (error ? refuse(error) : done()));
    });
  try {
    for await (const chunk of stream) {
      await fed((done) => parser.write(chunk, done));
      parser.removeAllListeners("error");
      await take();
    }
    await fed((done) => parser.end(done));
    await take();
    await upload.flush();
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    await take();
    await upload.flush();
    const row = upload.result.rows + 1;
    throw problem("CSV_INVALID", {
      detail: `The list cannot be read from row ${row} on; ${upload.result.rows} rows before it were taken`,
      findings: [{ nodeId: null, path: `/rows/${row}`, message: error.message }],
    });
  } finally {
    parser.on("error", () => {});
    parser.destroy();
  }
}

async function takeRow(record: Record<string, string>, upload: Upload): Promise<void> {
  if (upload.result.rows >= MAX_ROWS) {
    throw problem("CSV_INVALID", { detail: `A list may have ${MAX_ROWS} rows; those before were taken` });
  }
  const long = Object.entries(record).find(([, value]) => value.length > MAX_FIELD_CHARS);
  if (long === undefined) return upload.add(contactOf(record));
  upload.result.rows += 1;
  upload.reject(upload.result.rows, [{ path: `/${long[0]}`, message: `has more than ${MAX_FIELD_CHARS} characters` }]);
}

function checkedHeader(names: string[]): string[] {
  const fault = (message: string) =>
    problem("CSV_INVALID", { detail: message, findings: [{ nodeId: null, path: "/rows/0", message }] });
  if (!names.includes("number")) throw fault("The first line must name the columns, and one of them must be number");
  if (names.length > MAX_COLUMNS) throw fault(`A list may have ${MAX_COLUMNS} columns`);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw fault(`The column ${JSON.stringify(twice)} is there twice`);
  return names;
}

function contactOf(record: Record<string, string>): ContactInput {
  const variables = Object.fromEntries(
    Object.entries(record).filter(([name, value]) => !OWN_COLUMNS.has(name) && value !== ""),
  );
  return {
    number: record["number"] ?? "",
    ...(record["name"] ? { name: record["name"] } : {}),
    ...(record["external_id"] ? { external_id: record["external_id"] } : {}),
    ...(record["time_zone"] ? { time_zone: record["time_zone"] } : {}),
    variables,
  };
}
