import { exportJWK, generateKeyPair, importJWK, type JWK, type KeyLike } from "jose";
import { v7 as uuid } from "uuid";
import type { Db, Tx } from "../db/db";
import type { SealContext, SecretBox } from "../secret/box";
import { ACCESS_LIFETIME_S, ALGORITHM, CLOCK_LEEWAY_S, type KeySource } from "./token";

/** A key signs for so long, then a fresh one takes over. */
export const SIGNING_KEY_AGE_DAYS = 30;
/** Another process's rotation is noticed within this time. */
const CACHE_MS = 60_000;
/** A token of a key we do not know asks the database at most this often: strangers can make up names of keys. */
const UNKNOWN_KID_MS = 1000;
/** A retired key verifies until the last token that a process with an old cache signed with it has run out. */
const RETIRED_ACCEPTED_MS = CACHE_MS + (ACCESS_LIFETIME_S + CLOCK_LEEWAY_S) * 1000;
/** Any number; processes that make keys at the same time wait for each other. */
const ADVISORY_LOCK = 29093;

interface Row {
  kid: string;
  public_jwk: JWK;
  private_sealed: string;
  created_at: string;
  retired_at: string | null;
}

interface LoadedKey {
  kid: string;
  public_jwk: JWK;
  public_key: KeyLike;
  private_sealed: string;
  created_ms: number;
  accepted_until_ms: number;
}

/** The keys that sign access tokens, shared by all processes through the database and kept in memory for a minute. */
export class SigningKeys implements KeySource {
  readonly #db: Db;
  readonly #box: SecretBox;
  readonly #now: () => Date;
  #loaded: { at_ms: number; keys: Promise<readonly LoadedKey[]> } | null = null;
  #private: { kid: string; key: KeyLike } | null = null;

  constructor(db: Db, box: SecretBox, now: () => Date) {
    this.#db = db;
    this.#box = box;
    this.#now = now;
  }

  async signing(): Promise<{ kid: string; private_key: KeyLike }> {
    let active = await this.#active();
    if (active === null) {
      await this.rotate(SIGNING_KEY_AGE_DAYS);
      active = await this.#active();
    }
    if (active === null) throw new Error("the clock of this machine is far behind the database's newest signing key");
    if (this.#private?.kid !== active.kid) {
      const jwk = JSON.parse(this.#box.open(sealContext(active.kid), active.private_sealed)) as JWK;
      this.#private = { kid: active.kid, key: (await importJWK(jwk, ALGORITHM)) as KeyLike };
    }
    return { kid: active.kid, private_key: this.#private.key };
  }

  async verifying(kid: string): Promise<KeyLike | null> {
    const find = async (age_ms: number) => (await this.#keys(age_ms)).find((key) => key.kid === kid);
    const key = (await find(CACHE_MS)) ?? (await find(UNKNOWN_KID_MS));
    return key !== undefined && this.#now().getTime() < key.accepted_until_ms ? key.public_key : null;
  }

  async publicKeys(): Promise<Record<string, unknown>[]> {
    await this.signing();
    return (await this.#keys(CACHE_MS)).map(({ kid, public_jwk }) => ({
      ...public_jwk,
      kid,
      alg: ALGORITHM,
      use: "sig",
    }));
  }

  /**
   * Makes a fresh key unless the newest one is younger than `older_than_days`. Tokens of older keys go on counting until they run out.
   * @returns the new key's id, or null
   */
  async rotate(older_than_days: number): Promise<string | null> {
    const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
    const kid = uuid();
    const private_sealed = this.#box.seal(sealContext(kid), JSON.stringify(await exportJWK(privateKey)));
    const public_jwk = JSON.stringify(await exportJWK(publicKey));
    const now_ms = this.#now().getTime();
    const newest_allowed = new Date(now_ms - older_than_days * 86_400_000).toISOString();
    const made = await this.#db.asSystem(async (tx) => {
      await tx.query("SELECT pg_advisory_xact_lock($1)", [ADVISORY_LOCK]);
      const young = await tx.query("SELECT 1 FROM signing_keys WHERE retired_at IS NULL AND created_at > $1", [
        newest_allowed,
      ]);
      if (young.length > 0) return null;
      const now = new Date(now_ms).toISOString();
      await tx.query("UPDATE signing_keys SET retired_at = $1 WHERE retired_at IS NULL", [now]);
      await tx.query("INSERT INTO signing_keys (kid, public_jwk, private_sealed, created_at) VALUES ($1, $2, $3, $4)", [
        kid,
        public_jwk,
        private_sealed,
        now,
      ]);
      await tx.query("DELETE FROM signing_keys WHERE retired_at < $1", [
        new Date(now_ms - RETIRED_ACCEPTED_MS).toISOString(),
      ]);
      return kid;
    });
    this.#loaded = null;
    return made;
  }

  /** The newest key, unless it is due for replacement. */
  async #active(): Promise<LoadedKey | null> {
    const keys = await this.#keys(CACHE_MS);
    const now_ms = this.#now().getTime();
    const usable = keys.filter((key) => key.accepted_until_ms === Number.POSITIVE_INFINITY);
    const newest = usable.sort((a, b) => b.created_ms - a.created_ms)[0];
    if (newest === undefined || now_ms - newest.created_ms >= SIGNING_KEY_AGE_DAYS * 86_400_000) return null;
    return newest;
  }

  #keys(max_age_ms: number): Promise<readonly LoadedKey[]> {
    const now_ms = this.#now().getTime();
    if (this.#loaded === null || now_ms - this.#loaded.at_ms > max_age_ms) {
      const loaded = { at_ms: now_ms, keys: this.#db.asSystem(readKeys) };
      // What failed is tried again by the next one who asks.
      loaded.keys.catch(() => {
        if (this.#loaded === loaded) this.#loaded = null;
      });
      this.#loaded = loaded;
    }
    return this.#loaded.keys;
  }
}

async function readKeys(tx: Tx): Promise<readonly LoadedKey[]> {
  const rows = await tx.query<Row>("SELECT kid, public_jwk, private_sealed, created_at, retired_at FROM signing_keys");
  return Promise.all(
    rows.map(async (row) => ({
      kid: row.kid,
      public_jwk: row.public_jwk,
      public_key: (await importJWK(row.public_jwk, ALGORITHM)) as KeyLike,
      private_sealed: row.private_sealed,
      created_ms: Date.parse(row.created_at),
      accepted_until_ms:
        row.retired_at === null ? Number.POSITIVE_INFINITY : Date.parse(row.retired_at) + RETIRED_ACCEPTED_MS,
    })),
  );
}

const sealContext = (kid: string): SealContext => ({ table: "signing_keys", column: "private_sealed", row: kid });
