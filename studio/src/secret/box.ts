import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { KeyRing, SealingKey } from "./key_ring";

/**
 * Where a sealed value belongs. It is bound into the seal, so that a value copied to another row or column does not open there.
 * `column` ends with `_sealed`; `row` is the primary key, several columns joined by `/`: rotation finds everything by these two rules.
 */
export interface SealContext {
  readonly table: string;
  readonly column: string;
  readonly row: string;
}

/** Encrypts secrets at rest: AES-256-GCM, a fresh 96-bit nonce for each value. */
export interface SecretBox {
  /** `v1.<key id>.<base64url of nonce, ciphertext and tag>`. */
  seal(context: SealContext, plain: string): string;
  /** @throws SealError when the value was changed, belongs elsewhere, or its key is not in the ring. */
  open(context: SealContext, sealed: string): string;
  /** The value sealed with the active key, or null when it already is. @throws SealError like open. */
  rewrap(context: SealContext, sealed: string): string | null;
}

/** Says why a value did not open; holds neither the value nor the key. */
export class SealError extends Error {
  override readonly name = "SealError";
}

const VERSION = "v1";
const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function secretBox(ring: KeyRing): SecretBox {
  const [active] = ring.keys;
  if (active === undefined) throw new SealError("there is no key to seal secrets with");
  const by_id = new Map(ring.keys.map((key) => [key.id, key]));

  function seal(context: SealContext, plain: string): string {
    const key = active as SealingKey;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, key.key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(bound(key.id, context));
    const body = Buffer.concat([nonce, cipher.update(plain, "utf8"), cipher.final(), cipher.getAuthTag()]);
    return `${VERSION}.${key.id}.${body.toString("base64url")}`;
  }

  function open(context: SealContext, sealed: string): string {
    const [version, id = "", text = "", ...rest] = sealed.split(".");
    const where = `${context.table}.${context.column}`;
    if (version !== VERSION || rest.length > 0) throw new SealError(`${where} does not hold a sealed value`);
    const key = by_id.get(id);
    if (key === undefined) throw new SealError(`${where} was sealed with key "${id}", which is not in the ring`);
    const body = Buffer.from(text, "base64url");
    if (body.length < NONCE_BYTES + TAG_BYTES) throw new SealError(`${where} is cut short`);
    const decipher = createDecipheriv(CIPHER, key.key, body.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(bound(id, context));
    decipher.setAuthTag(body.subarray(-TAG_BYTES));
    try {
      return Buffer.concat([decipher.update(body.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString(
        "utf8",
      );
    } catch {
      throw new SealError(
        `${where} was changed, belongs to another row, or key "${id}" is another key by the same name`,
      );
    }
  }

  return {
    seal,
    open,
    rewrap: (context, sealed) => {
      const plain = open(context, sealed);
      return sealed.split(".")[1] === active.id ? null : seal(context, plain);
    },
  };
}

/** What the tag vouches for besides the text. JSON keeps the parts apart whatever is in them. */
function bound(key_id: string, { table, column, row }: SealContext): Buffer {
  return Buffer.from(JSON.stringify(["drowsyguard-studio", VERSION, key_id, table, column, row]), "utf8");
}
