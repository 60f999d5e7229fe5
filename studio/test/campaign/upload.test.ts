import { Readable } from "node:stream";
import type { NewContact } from "../../src/campaign/contacts_store";
import { readCsv } from "../../src/campaign/csv";
import { BATCH_ROWS, Upload } from "../../src/campaign/upload";
import type { Problem } from "../../src/http/problem";

/** A table that keeps what it was given, as the database does. */
function table(duplicates: "skip" | "update" = "skip") {
  const rows = new Map<string, NewContact>();
  let largest_batch = 0;
  const upload = new Upload({
    default_time_zone: "Asia/Phnom_Penh",
    duplicates,
    write: async (contacts) => {
      largest_batch = Math.max(largest_batch, contacts.length);
      let [inserted, updated] = [0, 0];
      for (const contact of contacts) {
        if (!rows.has(contact.number)) inserted += 1;
        else if (duplicates === "update") updated += 1;
        else continue;
        rows.set(contact.number, contact);
      }
      return { inserted, updated };
    },
  });
  return { rows, upload, largest: () => largest_batch };
}

const read = (text: string, upload: Upload) => readCsv(Readable.from([Buffer.from(text)]), upload);

describe("a list of contacts", () => {
  test("columns that are not our own become variables; quotes, semicolons and a byte-order mark are understood", async () => {
    const { rows, upload } = table();
    await read(
      '\ufeffNumber;Name;time_zone;external_id;city\n"+49 30 1234567";"Anna ""A"" Berg";Europe/Berlin;c-1;Berlin\n',
      upload,
    );
    expect(rows.get("+49301234567")).toEqual({
      number: "+49301234567",
      name: 'Anna "A" Berg',
      external_id: "c-1",
      time_zone: "Europe/Berlin",
      variables: { city: "Berlin" },
    });
  });

  test("a faulty row is named with its number and fault, and keeps no good one out", async () => {
    const { rows, upload } = table();
    await read("number,time_zone\n+4930111111,\nabc,Mars/Base\n+4930222222,UTC\n", upload);
    expect([...rows.keys()]).toEqual(["+4930111111", "+4930222222"]);
    expect(upload.result).toMatchObject({ rows: 3, inserted: 2, rejected: 1 });
    expect(upload.result.findings.map((finding) => finding.path)).toEqual(["/rows/2/number", "/rows/2/time_zone"]);
  });

  test("a number that comes twice is written once; with update the later row wins", async () => {
    const text = "number,name\n+4930111111,First\n0049 30 111111,Second\n";
    const skip = table("skip");
    await read(text, skip.upload);
    expect([skip.rows.get("+4930111111")!.name, skip.upload.result.duplicates]).toEqual(["First", 1]);
    const update = table("update");
    await read(text, update.upload);
    expect(update.rows.get("+4930111111")!.name).toBe("Second");
  });

  test("a long list is written in batches, whatever its length", async () => {
    const { rows, upload, largest } = table();
    const lines = Array.from({ length: 2 * BATCH_ROWS + 7 }, (_, i) => `+4930${1_000_000 + i}`);
    await read(`number\n${lines.join("\n")}`, upload);
    expect(rows.size).toBe(lines.length);
    expect(largest()).toBe(BATCH_ROWS);
  });

  test("a list that breaks off is taken up to the row that cannot be read, which is named", async () => {
    const { rows, upload } = table();
    const fault = await read('number,name\n+4930111111,Anna\n+4930222222,"never closed\n', upload).catch(
      (error: Problem) => error,
    );
    expect(fault).toMatchObject({ code: "CSV_INVALID", options: { findings: [{ path: "/rows/2" }] } });
    expect([...rows.keys()]).toEqual(["+4930111111"]);
  });

  test.each([
    ["name\nAnna\n", "number"],
    ["number,number\n+4930111111,x\n", "twice"],
  ])("a header that cannot be right is refused before any row: %p", async (text, word) => {
    const { rows, upload } = table();
    await expect(read(text, upload)).rejects.toThrow(word);
    expect(rows.size).toBe(0);
  });

  test("an empty list is no fault", async () => {
    const { upload } = table();
    await read("number\n", upload);
    expect(upload.result).toMatchObject({ rows: 0, rejected: 0 });
  });
});
