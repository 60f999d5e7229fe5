/** The unit's own access point. [unit document, limits] */

export const AP_SSID_PREFIX = "Monitor";
export const AP_CHANNEL = 6;
export const AP_CLIENTS_MAX = 4;

/** Its name: the prefix and the last three bytes of the radio's address, which is given as 12 hex digits. */
export function accessPointName(mac: string): string {
  return `${AP_SSID_PREFIX}-${mac.slice(-6).toUpperCase()}`;
}
