const TEXT_AND_LAST = 0x81;
const LENGTH_16 = 126;
const LENGTH_64 = 127;

/** A message as a server sends it: one text frame, whole and unmasked (RFC 6455, 5.2). @param payload UTF-8 */
export function textFrame(payload: Buffer): Buffer {
  return Buffer.concat([header(payload.length), payload]);
}

function header(length: number): Buffer {
  if (length < LENGTH_16) return Buffer.from([TEXT_AND_LAST, length]);
  const bytes = Buffer.alloc(length < 65_536 ? 4 : 10);
  bytes[0] = TEXT_AND_LAST;
  bytes[1] = bytes.length === 4 ? LENGTH_16 : LENGTH_64;
  if (bytes.length === 4) bytes.writeUInt16BE(length, 2);
  else bytes.writeBigUInt64BE(BigInt(length), 2);
  return bytes;
}
