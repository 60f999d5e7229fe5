/** 802.11 reason codes, and the radio vendor's above 199, as sentences. [IEEE 802.11-2020 table 9-49; ESP-IDF wifi_err_reason_t] */

export const REASON_UNSPECIFIED = 1;
export const REASON_WRONG_PASSPHRASE = 15;
export const REASON_NO_NETWORK = 201;
/** What an attempt that never ended is filed under. */
export const REASON_TIMEOUT = 205;

const SENTENCES: Readonly<Record<number, string>> = {
  1: "The network ended the connection without saying why.",
  2: "The network no longer accepts the earlier authentication.",
  3: "The access point left.",
  4: "The network ended the connection after a silence.",
  5: "The access point has no room for another station.",
  8: "The access point released the station.",
  14: "The integrity check of the encryption failed.",
  15: "The passphrase is wrong.",
  16: "The network's key could not be renewed in time.",
  17: "The network answered with other security settings than it announces.",
  23: "The network's log-in service refused the station.",
  200: "The network's signal was lost.",
  201: "No such network is in range.",
  202: "The network refused the authentication.",
  203: "The network refused the association.",
  204: "The network did not complete the key exchange.",
  205: "The connection could not be made.",
  210: "The network is in range, but asks for another kind of security.",
  211: "The network is in range, but is not as secure as its passphrase asks for.",
  212: "The network is in range, but its signal is too weak.",
};

/** A whole sentence for any code; empty for 0, which is no reason at all. */
export function reasonText(reason: number): string {
  if (reason === 0) return "";
  return SENTENCES[reason] ?? `The connection ended with reason ${reason}.`;
}

/** 14, 15 and 17: key exchange; 23, 202 and 204: refused or unfinished authentication. */
const AUTH_FAILURES: readonly number[] = [14, REASON_WRONG_PASSPHRASE, 17, 23, 202, 204];

/** The network was there and the credentials were the matter. */
export function isAuthFailure(reason: number): boolean {
  return AUTH_FAILURES.includes(reason);
}
