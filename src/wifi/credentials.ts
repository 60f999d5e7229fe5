/** The station's credentials: their rules, and their record. */
import { bytesOf, textOf } from "../store/ascii";
import { jsonRecord, type RecordKind } from "../store/record";
import { PASSPHRASE_MAX, PASSPHRASE_MIN, SSID_MAX_BYTES, STATION_PASSPHRASE, STATION_SSID } from "./limits";
import { hasControl } from "./ssid";

export interface Credentials {
  /** 1 to 32 bytes. */
  readonly ssid: Uint8Array;
  /** 8 to 63 ASCII characters; empty for an open network. */
  readonly passphrase: string;
}

/** What is wrong with a network name; null where it can be joined. */
export function ssidFault(ssid: Uint8Array): string | null {
  if (ssid.length === 0) return "ssid is missing";
  if (ssid.length > SSID_MAX_BYTES) return `ssid is ${ssid.length} bytes long, at most ${SSID_MAX_BYTES} are possible`;
  if (hasControl(ssid)) return "ssid has a control character";
  return null;
}

/** What is wrong with a passphrase; null where it can be sent. The text never holds the passphrase. */
export function passphraseFault(passphrase: string): string | null {
  if (!/^[ -~]*$/.test(passphrase)) return "password must be printable ASCII";
  if (passphrase.length < PASSPHRASE_MIN || passphrase.length > PASSPHRASE_MAX) {
    return `password must have ${PASSPHRASE_MIN} to ${PASSPHRASE_MAX} characters`;
  }
  return null;
}

/** As stored: the name's bytes as characters U+0000 to U+00FF, because JSON has no bytes. */
interface Stored {
  readonly ssid: string;
  readonly passphrase: string;
}

const STORED = jsonRecord<Stored>("wifi.station", 1, (value) => {
  const { ssid, passphrase } = value as Record<string, unknown>;
  if (typeof ssid !== "string" || typeof passphrase !== "string") return null;
  return { ssid, passphrase };
});

export const CREDENTIALS: RecordKind<Credentials> = {
  ...STORED,
  encode: ({ ssid, passphrase }) => STORED.encode({ ssid: textOf(ssid), passphrase }),
  decode: (payload) => {
    const stored = STORED.decode(payload);
    if (!stored) return null;
    const { passphrase } = stored;
    const ssid = bytesOf(stored.ssid);
    if (textOf(ssid) !== stored.ssid || ssidFault(ssid) !== null) return null;
    return passphrase === "" || passphraseFault(passphrase) === null ? { ssid, passphrase } : null;
  },
};

/** The compile-time station; null while it is empty. */
export const BUILT_IN: Credentials | null =
  STATION_SSID === "" ? null : { ssid: bytesOf(STATION_SSID), passphrase: STATION_PASSPHRASE };
