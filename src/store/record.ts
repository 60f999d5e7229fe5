/**
 * The stored form of a record: 16 bytes of header, then the payload.
 * magic (4) | format version (2) | reserved (2, zero) | payload length (4) | CRC-32 (4), little-endian.
 * The CRC covers the key, the header before it and the payload, so a record that sits under another key is refused too.
 */
import { asciiJson, bytesOf, textOf } from "./ascii";
import { crc32 } from "./crc32";

/** What the store keeps under one key. `encode` and `decode` are each other's inverse. */
export interface RecordKind<T> {
  /** 1 to 15 characters. */
  readonly key: string;
  /** Version of the payload's format, 1 to 65535. A record of another version is unreadable. */
  readonly version: number;
  encode(value: T): Uint8Array;
  /** Today's validation: null refuses the payload. May also throw to refuse it. */
  decode(payload: Uint8Array): T | null;
}

/** A kind whose payload is JSON. `validate` gets whatever stood there and returns null to refuse it. */
export function jsonRecord<T>(key: string, version: number, validate: (value: unknown) => T | null): RecordKind<T> {
  return {
    key,
    version,
    encode: (value) => bytesOf(asciiJson(value)),
    decode: (payload) => validate(JSON.parse(textOf(payload))),
  };
}

const MAGIC = 0x31524744; // "DGR1"
const HEADER_BYTES = 16;
const CRC_AT = 12;

function checksum(key: string, record: Uint8Array): number {
  const head = crc32(record.subarray(0, CRC_AT), crc32(bytesOf(key)));
  return crc32(record.subarray(HEADER_BYTES), head);
}

/** The stored bytes of a payload. */
export function pack(key: string, version: number, payload: Uint8Array): Uint8Array {
  const record = new Uint8Array(HEADER_BYTES + payload.length);
  const view = new DataView(record.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint16(4, version, true);
  view.setUint32(8, payload.length, true);
  record.set(payload, HEADER_BYTES);
  view.setUint32(CRC_AT, checksum(key, record), true);
  return record;
}

/** The payload of stored bytes; null where any check fails. */
export function unpack(key: string, version: number, record: Uint8Array): Uint8Array | null {
  if (record.length < HEADER_BYTES) return null;
  const view = new DataView(record.buffer, record.byteOffset, record.byteLength);
  const intact =
    view.getUint32(0, true) === MAGIC &&
    view.getUint16(4, true) === version &&
    view.getUint32(8, true) === record.length - HEADER_BYTES &&
    view.getUint32(CRC_AT, true) === checksum(key, record);
  return intact ? record.subarray(HEADER_BYTES) : null;
}
