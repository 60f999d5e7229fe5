import { BARS_DBM } from "./limits";

/** Bars 0 to 4 of a signal in dBm. */
export function bars(rssi: number): number {
  return BARS_DBM.filter((least) => rssi >= least).length;
}
