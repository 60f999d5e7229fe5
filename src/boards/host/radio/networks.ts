/** The file of `--radio`: which networks the simulated radio hears, and whether somebody holds the BOOT button. */
import { readFileSync } from "node:fs";
import type { NetworkAuth } from "../../../board/radio";

export interface SimulatedNetwork {
  /** Name, UTF-8 of `ssid` or the bytes of `ssid_hex`; at most 32 bytes, empty where the network hides it. */
  readonly ssid: Uint8Array;
  readonly passphrase: string;
  readonly rssi: number;
  readonly channel: number;
  readonly auth: NetworkAuth;
}

export interface Surroundings {
  readonly networks: readonly SimulatedNetwork[];
  /** Somebody holds the BOOT button. */
  readonly boot_button: boolean;
}

const AUTHS: readonly NetworkAuth[] = [
  "open",
  "wep",
  "wpa",
  "wpa2",
  "wpa/wpa2",
  "wpa3",
  "wpa2/wpa3",
  "enterprise",
  "unknown",
];

const name = (text: string) => new Uint8Array(Buffer.from(text, "utf8"));

/** What is heard without `--radio`. */
export const DEFAULT_SURROUNDINGS: Surroundings = {
  networks: [
    { ssid: name("Depot"), passphrase: "night-shift", rssi: -58, channel: 6, auth: "wpa2" },
    { ssid: name("Visitors"), passphrase: "", rssi: -71, channel: 11, auth: "open" },
  ],
  boot_button: false,
};

/** Reads the file. Throws an Error whose message names what is wrong in it and holds no passphrase. */
export function readSurroundings(path: string): Surroundings {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new Error(`cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  return parseSurroundings(text);
}

/** Reads the text of the file; see `readSurroundings`. */
export function parseSurroundings(text: string): Surroundings {
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch {
    // The engine's own words quote the text, which holds passphrases.
    throw new Error("is not JSON");
  }
  const { networks, boot_button = false } = record(root, "the file");
  if (!Array.isArray(networks)) throw new Error("networks is not a list");
  if (typeof boot_button !== "boolean") throw new Error("boot_button is not true or false");
  return { networks: networks.map(network), boot_button };
}

function record(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error(`${what} is not an object`);
  return value as Record<string, unknown>;
}

function network(value: unknown, index: number): SimulatedNetwork {
  const place = `networks[${index}]`;
  const { ssid, ssid_hex, passphrase = "", rssi = -60, channel = 6, auth } = record(value, place);
  const bytes = ssid_hex === undefined ? ssid : ssid_hex;
  if (typeof bytes !== "string") throw new Error(`${place}.ssid is not text`);
  if (ssid_hex !== undefined && !/^([0-9a-fA-F]{2})*$/.test(bytes))
    throw new Error(`${place}.ssid_hex is not hexadecimal`);
  const ssid_bytes = new Uint8Array(Buffer.from(bytes, ssid_hex === undefined ? "utf8" : "hex"));
  if (ssid_bytes.length > 32) throw new Error(`${place}.ssid is longer than 32 bytes`);
  if (typeof passphrase !== "string") throw new Error(`${place}.passphrase is not text`);
  if (!whole(rssi, -100, 0)) throw new Error(`${place}.rssi is not a whole number from -100 to 0`);
  if (!whole(channel, 1, 14)) throw new Error(`${place}.channel is not a whole number from 1 to 14`);
  const known = auth === undefined ? (passphrase === "" ? "open" : "wpa2") : AUTHS.find((one) => one === auth);
  if (!known) throw new Error(`${place}.auth is none of ${AUTHS.join(", ")}`);
  return { ssid: ssid_bytes, passphrase, rssi, channel, auth: known };
}

function whole(value: unknown, low: number, high: number): value is number {
  return Number.isInteger(value) && (value as number) >= low && (value as number) <= high;
}
