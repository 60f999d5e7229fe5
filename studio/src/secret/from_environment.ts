import { keyFileRing } from "./key_file";
import { type KeyRing, parseKeyRing } from "./key_ring";

export const SECRET_KEYS_VARIABLE = "STUDIO_SECRET_KEYS";

/**
 * The ring that a program of the studio works with: the environment's, else the key file of the data folder.
 * @param folder the data folder; null where processes share a server, and a file of one machine would not do
 * @throws Error naming the variable or the file at fault
 */
export function keyRingFrom(environment: NodeJS.ProcessEnv, folder: string | null, now_ms: number): KeyRing {
  const text = environment[SECRET_KEYS_VARIABLE];
  if (text !== undefined && text.trim() !== "") {
    try {
      return parseKeyRing(text);
    } catch (error) {
      throw new Error(`${SECRET_KEYS_VARIABLE}: ${(error as Error).message}`);
    }
  }
  if (folder !== null) return keyFileRing(folder, now_ms);
  throw new Error(
    `${SECRET_KEYS_VARIABLE} is needed with a database server: ID:BASE64, newest first, 32 bytes each (openssl rand -base64 32)`,
  );
}
