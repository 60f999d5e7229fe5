/** The journal's payload: the changes of one save, so that one atomic write decides over all of them. */
import { bytesOf, textOf } from "./ascii";

/** One key's next content: the packed record, or null where the key is erased. */
export interface Change {
  readonly key: string;
  readonly record: Uint8Array | null;
}

/** Per change: key length (1), key, record length + 1 (4, little-endian; 0 erases), record. */
export function encodeJournal(changes: readonly Change[]): Uint8Array {
  const size = changes.reduce((sum, { key, record }) => sum + 5 + key.length + (record?.length ?? 0), 0);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const { key, record } of changes) {
    bytes[at++] = key.length;
    bytes.set(bytesOf(key), at);
    at += key.length;
    view.setUint32(at, record ? record.length + 1 : 0, true);
    at += 4;
    if (record) bytes.set(record, at);
    at += record?.length ?? 0;
  }
  return bytes;
}

/** The changes; null where the bytes do not add up. */
export function decodeJournal(bytes: Uint8Array): Change[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const changes: Change[] = [];
  let at = 0;
  while (at < bytes.length) {
    const key_end = at + 1 + bytes[at]!;
    if (key_end + 4 > bytes.length) return null;
    const key = textOf(bytes.subarray(at + 1, key_end));
    const stated = view.getUint32(key_end, true);
    const end = key_end + 4 + Math.max(0, stated - 1);
    if (end > bytes.length) return null;
    changes.push({ key, record: stated === 0 ? null : bytes.slice(key_end + 4, end) });
    at = end;
  }
  return changes;
}
