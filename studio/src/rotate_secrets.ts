import { existsSync } from "node:fs";
import { join } from "node:path";
import { Flags } from "../../src/boards/host/flags";
import { SigningKeys } from "./auth/signing_keys";
import { embeddedFolder, openDatabase } from "./db/open";
import { databaseUrl } from "./options";
import { secretBox } from "./secret/box";
import { keyRingFrom, SECRET_KEYS_VARIABLE } from "./secret/from_environment";
import { addKeyToFile, dropOldKeysFromFile } from "./secret/key_file";
import type { KeyRing } from "./secret/key_ring";
import { rewrapAll } from "./secret/rewrap";

export const ROTATE_COMMAND = "rotate-secrets";

export const ROTATE_USAGE = `usage: npm run -s studio -- rotate-secrets [FLAGS]

Seals every secret in the database (trunk passwords, AI keys, webhook secrets, signing keys) with the newest key.

  --data DIR       data folder (default data/studio)
  --signing-key    also begin to sign access tokens with a fresh key; tokens that are out count until they run out
  --help           this text

Embedded database: stop the studio first. A fresh key is made in DIR/secret.keys, and the old ones are dropped at the end.
PostgreSQL server (DATABASE_URL): the studio may go on running.
  1. ${SECRET_KEYS_VARIABLE}=OLD,NEW for all processes, so that each can open what another one seals
  2. ${SECRET_KEYS_VARIABLE}=NEW,OLD for all processes
  3. this command with NEW,OLD
  4. ${SECRET_KEYS_VARIABLE}=NEW for all processes`;

export interface RotateOptions {
  readonly data: string;
  readonly signing_key: boolean;
}

/** Null where help was asked for. @throws OptionError */
export function parseRotateOptions(args: readonly string[]): RotateOptions | null {
  const flags = new Flags(args, {
    data: { type: "string", default: join("data", "studio") },
    "signing-key": { type: "boolean" },
    help: { type: "boolean" },
  });
  if (flags.given("help")) return null;
  return { data: flags.text("data"), signing_key: flags.given("signing-key") };
}

/**
 * @returns what was done, in one line for a person
 * @throws Error that names what could not be opened; nothing is lost then, and the old keys stay
 */
export async function rotateSecrets(options: RotateOptions, environment: NodeJS.ProcessEnv): Promise<string> {
  const url = databaseUrl(environment["DATABASE_URL"]);
  const has_ring = (environment[SECRET_KEYS_VARIABLE] ?? "").trim() !== "";
  const in_file = url === null && !has_ring;
  const now = () => new Date();
  // A mistyped folder would be filled with a new studio, and the old one would keep its keys.
  if (url === null && !existsSync(embeddedFolder(options.data))) {
    throw new Error(`there is no studio in --data ${options.data}`);
  }
  // The embedded database admits one process: once it is open, nobody else reads the key file.
  const db = await openDatabase(url, options.data);
  try {
    const ring: KeyRing = in_file
      ? addKeyToFile(options.data, Date.now())
      : keyRingFrom(environment, url === null ? options.data : null, Date.now());
    const box = secretBox(ring);
    const { rewrapped, current, unreadable } = await rewrapAll(db, box);
    if (unreadable.length > 0) {
      throw new Error(
        `${rewrapped} secrets sealed anew, ${unreadable.length} cannot be opened:\n${unreadable.join("\n")}`,
      );
    }
    if (options.signing_key) await new SigningKeys(db, box, now).rotate(0);
    if (in_file) dropOldKeysFromFile(options.data, Date.now());
    const signing = options.signing_key ? "; a fresh key signs tokens" : "";
    return `${rewrapped} secrets sealed anew with key "${ring.keys[0]!.id}", ${current} were already${signing}`;
  } finally {
    await db.close();
  }
}
