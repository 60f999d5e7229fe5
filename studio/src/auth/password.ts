import { randomInt } from "node:crypto";
import { hash, type Options, verify } from "@node-rs/argon2";

/** Argon2id by number: the library's const enum does not exist at run time. */
const ARGON2ID = 2 as NonNullable<Options["algorithm"]>;

/** OWASP Password Storage Cheat Sheet, argon2id: 19 MiB, 2 passes, 1 lane. About 25 ms on one core. */
const PARAMETERS: Options = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const CURRENT = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;

/** The hash to store: a PHC string with its own salt. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize("NFKC"), PARAMETERS);
}

export interface PasswordCheck {
  readonly ok: boolean;
  /** The parameters have been raised since the hash was made: store a new one. */
  readonly outdated: boolean;
}

/** @param stored null for an account that does not exist; then it takes as long as for one that does, and is never ok. */
export async function checkPassword(stored: string | null, password: string): Promise<PasswordCheck> {
  const ok = await verify(stored ?? (await nobody()), password.normalize("NFKC")).catch(() => false);
  return { ok: ok && stored !== null, outdated: stored !== null && !CURRENT.test(stored) };
}

let nobodys_hash: Promise<string> | null = null;
function nobody(): Promise<string> {
  nobodys_hash ??= hashPassword(temporaryPassword());
  return nobodys_hash;
}

/** No 0, O, 1, l, I: it is read from a screen and typed. */
const ALPHABET = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** A password to hand to a person once: four groups of four, 93 bits. */
export function temporaryPassword(): string {
  const group = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return Array.from({ length: 4 }, group).join("-");
}
