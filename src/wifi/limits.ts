/** Constants of Wi-Fi and of the BOOT button. Without a note: from the unit document, limits. */

export const SSID_MAX_BYTES = 32;
export const PASSPHRASE_MIN = 8;
export const PASSPHRASE_MAX = 63;

/** Compile-time station, used while none is stored. */
export const STATION_SSID = "";
export const STATION_PASSPHRASE = "";

export const WIFI_SCAN_MAX = 24;
/** A scan takes 2 to 3 s; one that has not ended after this never will. [ours] */
export const SCAN_TIMEOUT_MS = 10_000;

/** Station retry: 2 s doubling to 60 s with jitter. */
export const RETRY_BASE_MS = 2000;
export const RETRY_MAX_MS = 60_000;
/** Largest share that jitter adds, within the ceiling. [as the MQTT backoff has it] */
export const RETRY_JITTER = 0.25;
/** An attempt that the radio has not ended by itself after this has failed. [ours: joined "within 15 s", and a scan before it] */
export const JOIN_TIMEOUT_MS = 20_000;

export const BUTTON_GPIO = 0;
export const WIFI_BUTTON_HOLD_MS = 5000;
export const WIFI_BUTTON_WARN_MS = 2000;
export const WIFI_BUTTON_ARM_AFTER_MS = 3000;
export const WIFI_BUTTON_STUCK_MS = 30_000;
/** How often the button is read. [ours: a hundred samples in a hold] */
export const BUTTON_SAMPLE_MS = 50;

/** Lowest signal of 4, 3, 2 and 1 bars, dBm. [unit document, sta.bars] */
export const BARS_DBM: readonly number[] = [-55, -67, -75, -85];
