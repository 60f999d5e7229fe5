/** The address that a simulated radio has burnt in: made once per data folder, so that the unit keeps its name. */
import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Six bytes as 12 lower-case hex digits. A folder that cannot be written gives a new address each time. */
export function radioMac(data: string): string {
  const path = join(data, "radio-mac");
  try {
    const text = readFileSync(path, "utf8").trim();
    if (/^[0-9a-f]{12}$/.test(text)) return text;
  } catch {
    // There is none yet.
  }
  const bytes = randomBytes(6);
  // Locally administered and no group address, as IEEE 802 wants of an address that no maker was given.
  bytes[0] = (bytes[0]! & 0xfc) | 0x02;
  const mac = bytes.toString("hex");
  try {
    writeFileSync(path, `${mac}\n`);
  } catch {
    // As above.
  }
  return mac;
}
