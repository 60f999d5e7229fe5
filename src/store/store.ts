/**
 * Settings that survive a power cut.
 *
 * A save of one record is one atomic write. A save of several first writes them all into one journal record, then each
 * under its own key, then erases the journal: the journal's single write is the instant at which the save happens, and a
 * start that finds a journal finishes it. (The SDK's Preference module erases a key before it sets it; hence not that.)
 */
import type { KeyValue } from "../board/storage";
import { type Change, decodeJournal, encodeJournal } from "./journal";
import { pack, type RecordKind, unpack } from "./record";

const JOURNAL = "journal";
const JOURNAL_VERSION = 1;
const PROBE = "probe";
const PROBE_BYTES = [0x5a, 0xa5];

/** The change that stores `value`. */
export function put<T>(kind: RecordKind<T>, value: T): Change {
  return { key: kind.key, record: pack(kind.key, kind.version, kind.encode(value)) };
}

/** The change that erases the record. */
export function erase<T>(kind: RecordKind<T>): Change {
  return { key: kind.key, record: null };
}

function same(a: Uint8Array | null, b: Uint8Array | null): boolean {
  if (a === null || b === null) return a === b;
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

export class Store {
  #storage: KeyValue | null = null;
  #usable = false;
  #discarded = 0;
  /** Changes that a journal made certain and that are not all under their own keys yet. They win over what the keys hold. */
  #pending = new Map<string, Uint8Array | null>();
  #journal_open = false;

  /** Opens the medium, proves that it takes a write, and finishes an interrupted save. Never throws. */
  constructor(open: () => KeyValue) {
    try {
      const storage = open();
      this.#recover(storage);
      this.#storage = storage;
      this.#usable = this.#probe(storage) && this.#settle(storage);
    } catch {
      this.#usable = false;
    }
  }

  /** The medium opened and took the last write. False: what is saved now is lost at the next power cycle. */
  get usable(): boolean {
    return this.#usable;
  }

  /** Records found damaged, unreadable or invalid since the start. */
  get discarded(): number {
    return this.#discarded;
  }

  /** The stored value; null where there is none, or none that passes every check and today's validation. Never throws. */
  read<T>(kind: RecordKind<T>): T | null {
    let value: T | null = null;
    try {
      const record = this.#bytes(kind.key);
      if (record === null) return null;
      const payload = unpack(kind.key, kind.version, record);
      if (payload) value = kind.decode(payload);
    } catch {
      // What the medium cannot read or the kind cannot parse is as unreadable as a wrong checksum.
    }
    if (value === null) this.#discarded++;
    return value;
  }

  /**
   * Stores all of `changes` or none: a power cut at any instant leaves every record old or every record new.
   * True once the new state is certain to be there at the next start. False where the medium refused: `read` answers with
   * the old state, which is also what the next start finds unless the medium kept a write that it reported as failed. Never throws.
   */
  save(...changes: readonly Change[]): boolean {
    const storage = this.#storage;
    if (!storage) return false;
    this.#usable = this.#settle(storage) && this.#write(storage, changes);
    return this.#usable;
  }

  /** Releases the medium. Saves fail and reads find nothing from here on. */
  close(): void {
    this.#storage?.close();
    this.#storage = null;
    this.#usable = false;
    this.#pending.clear();
  }

  /** Throws where the medium cannot read. */
  #bytes(key: string): Uint8Array | null {
    const pending = this.#pending.get(key);
    if (pending !== undefined) return pending;
    const value = this.#storage?.read(key);
    return value ? new Uint8Array(value) : null;
  }

  #holds({ key, record }: Change): boolean {
    try {
      return same(this.#bytes(key), record);
    } catch {
      return false;
    }
  }

  #write(storage: KeyValue, changes: readonly Change[]): boolean {
    // Writing what is there already would only wear the flash.
    const needed = changes.filter((change) => !this.#holds(change));
    try {
      if (needed.length <= 1) {
        for (const change of needed) apply(storage, change);
        return true;
      }
      // Also after a failed write: the medium may have kept it, and the next save must not run into a stale journal.
      this.#journal_open = true;
      storage.write(JOURNAL, pack(JOURNAL, JOURNAL_VERSION, encodeJournal(needed)));
    } catch {
      return false;
    }
    for (const { key, record } of needed) this.#pending.set(key, record);
    // From here on the save holds: what cannot be copied now is read from the journal and copied at the next chance.
    this.#settle(storage);
    return true;
  }

  /** Brings journalled changes under their own keys. False where the medium refuses. */
  #settle(storage: KeyValue): boolean {
    if (!this.#journal_open) return true;
    try {
      for (const [key, record] of this.#pending) apply(storage, { key, record });
      storage.delete(JOURNAL);
    } catch {
      return false;
    }
    this.#journal_open = false;
    this.#pending.clear();
    return true;
  }

  #recover(storage: KeyValue): void {
    const journal = storage.read(JOURNAL);
    if (!journal) return;
    const payload = unpack(JOURNAL, JOURNAL_VERSION, new Uint8Array(journal));
    const changes = payload && decodeJournal(payload);
    if (!changes) this.#discarded++;
    this.#journal_open = true;
    for (const { key, record } of changes ?? []) this.#pending.set(key, record);
  }

  #probe(storage: KeyValue): boolean {
    storage.write(PROBE, new Uint8Array(PROBE_BYTES));
    const back = storage.read(PROBE);
    storage.delete(PROBE);
    return !!back && same(new Uint8Array(back), new Uint8Array(PROBE_BYTES));
  }
}

function apply(storage: KeyValue, { key, record }: Change): void {
  if (record) storage.write(key, record);
  else storage.delete(key);
}
