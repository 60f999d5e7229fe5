/** The keys that seal secrets at rest, newest first. The first one seals, all of them open. */
export interface KeyRing {
  readonly keys: readonly SealingKey[];
}

export interface SealingKey {
  /** 1-32 of letters, digits, `_` and `-`; stands in front of everything that the key sealed. */
  readonly id: string;
  /** 32 bytes. */
  readonly key: Buffer;
}

export const KEY_BYTES = 32;
const KEY_ID = /^[A-Za-z0-9_-]{1,32}$/;

/**
 * Reads `id:base64,older:base64`, the form of `STUDIO_SECRET_KEYS` and of the key file.
 * @throws Error that says which entry is wrong and why, never what stood in it.
 */
export function parseKeyRing(text: string): KeyRing {
  const keys: SealingKey[] = [];
  for (const [index, entry] of text.trim().split(",").entries()) {
    const at = entry.indexOf(":");
    const id = entry.slice(0, Math.max(at, 0)).trim();
    if (!KEY_ID.test(id))
      throw new Error(`secret key ${index + 1} must be ID:BASE64 with an ID of letters, digits, _ and -`);
    const key = decodeKey(entry.slice(at + 1).trim());
    if (key === null) throw new Error(`secret key "${id}" must be ${KEY_BYTES} bytes in base64`);
    if (keys.some((other) => other.id === id)) throw new Error(`secret key "${id}" is there twice`);
    keys.push({ id, key });
  }
  return { keys };
}

/** Standard or URL-safe base64 of exactly 32 bytes, else null: Node's own decoder would skip what it does not know. */
function decodeKey(text: string): Buffer | null {
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return null;
  const key = Buffer.from(text, "base64");
  return key.length === KEY_BYTES ? key : null;
}

export function formatKeyRing(ring: KeyRing): string {
  return ring.keys.map(({ id, key }) => `${id}:${key.toString("base64")}`).join(",");
}
