import type { ProblemFinding } from "../http/problem";
import { normalNumber } from "../phone/number";
import { timeZoneNamed } from "../time/zone";
import type { ContactInput, UploadResult } from "./contact_schema";
import type { NewContact } from "./contacts_store";

/** Rows that are written together. */
export const BATCH_ROWS = 1000;

const MAX_FINDINGS = 1000;

/** Writes one batch. */
export type WriteBatch = (contacts: readonly NewContact[]) => Promise<{ inserted: number; updated: number }>;

/**
 * Takes contacts one by one, in bounded memory: faults are counted and the first thousand named, good rows are written in batches.
 * A faulty row never keeps a good one out.
 */
export class Upload {
  readonly result: UploadResult = { rows: 0, inserted: 0, updated: 0, duplicates: 0, rejected: 0, findings: [] };
  #batch = new Map<string, NewContact>();
  readonly #zones = new Map<string, string | null>();

  constructor(readonly options: { default_time_zone: string; duplicates: "skip" | "update"; write: WriteBatch }) {}

  async add(input: ContactInput): Promise<void> {
    const row = ++this.result.rows;
    const contact = this.#checked(input, row);
    if (contact === null) return;
    if (this.#batch.has(contact.number)) {
      // Twice in one statement is an error of SQL; which of the two wins is the same as over two uploads.
      this.result.duplicates += 1;
      if (this.options.duplicates === "update") this.#batch.set(contact.number, contact);
      return;
    }
    this.#batch.set(contact.number, contact);
    if (this.#batch.size >= BATCH_ROWS) await this.flush();
  }

  async flush(): Promise<void> {
    const contacts = [...this.#batch.values()];
    if (contacts.length === 0) return;
    this.#batch = new Map();
    const { inserted, updated } = await this.options.write(contacts);
    this.result.inserted += inserted;
    this.result.updated += updated;
    this.result.duplicates += contacts.length - inserted - updated;
  }

  reject(row: number, findings: readonly Omit<ProblemFinding, "nodeId">[]): void {
    this.result.rejected += 1;
    for (const { path, message } of findings) {
      if (this.result.findings.length < MAX_FINDINGS) {
        this.result.findings.push({ nodeId: null, path: `/rows/${row}${path}`, message });
      }
    }
  }

  #checked(input: ContactInput, row: number): NewContact | null {
    const faults: { path: string; message: string }[] = [];
    const number = normalNumber(input.number);
    if (number === null)
      faults.push({ path: "/number", message: "is not an international number, such as +4930123456" });
    const time_zone = this.#zone(input.time_zone || this.options.default_time_zone);
    if (time_zone === null) faults.push({ path: "/time_zone", message: "is not the IANA name of a time zone" });
    if (number === null || time_zone === null) {
      this.reject(row, faults);
      return null;
    }
    const { name = "", external_id = null, variables = {} } = input;
    return { number, name, external_id: external_id || null, time_zone, variables };
  }

  /** Names of zones are looked up once each: a list has few of them. */
  #zone(name: string): string | null {
    const known = this.#zones.get(name);
    if (known !== undefined) return known;
    const zone = timeZoneNamed(name);
    if (this.#zones.size < 1000) this.#zones.set(name, zone);
    return zone;
  }
}
