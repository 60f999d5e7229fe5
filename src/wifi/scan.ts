/** What the last scan heard. */
import type { NetworkAuth, RadioNetwork } from "../board/radio";
import type { TimerId, Timers } from "../board/timers";
import { SCAN_TIMEOUT_MS, WIFI_SCAN_MAX } from "./limits";
import { isHidden, sameSsid } from "./ssid";

export interface ScannedNetwork {
  readonly ssid: Uint8Array;
  readonly rssi: number;
  readonly channel: number;
  readonly auth: NetworkAuth;
}

/** The networks as they are listed: no hidden ones, each name once with its strongest signal, strongest first, 24 at most. */
export function listed(networks: readonly RadioNetwork[]): ScannedNetwork[] {
  const list: ScannedNetwork[] = [];
  for (const network of [...networks].sort((a, b) => b.rssi - a.rssi)) {
    if (list.length === WIFI_SCAN_MAX) break;
    if (isHidden(network.ssid) || list.some(({ ssid }) => sameSsid(ssid, network.ssid))) continue;
    list.push(network);
  }
  return list;
}

export class ScanCache {
  readonly #timers: Timers;
  #timer: TimerId | null = null;
  #networks: readonly ScannedNetwork[] = [];
  /** When the list was made; an empty one dates from boot. */
  #made_ms = 0;

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  get scanning(): boolean {
    return this.#timer !== null;
  }
  get networks(): readonly ScannedNetwork[] {
    return this.#networks;
  }
  /** How old the list is, whole milliseconds; since boot while nothing was scanned. */
  get age_ms(): number {
    return Math.floor(this.#timers.now_ms() - this.#made_ms);
  }

  /** A scan runs from now on. `onTimeout` comes when the radio never ends it. */
  begin(onTimeout: () => void): void {
    this.#timer = this.#timers.set(() => {
      this.#timer = null;
      onTimeout();
    }, SCAN_TIMEOUT_MS);
  }

  /** The scan is over; null keeps the list that was there. */
  end(networks: readonly RadioNetwork[] | null): void {
    if (this.#timer) this.#timers.clear(this.#timer);
    this.#timer = null;
    if (!networks) return;
    this.#networks = listed(networks);
    this.#made_ms = this.#timers.now_ms();
  }
}
