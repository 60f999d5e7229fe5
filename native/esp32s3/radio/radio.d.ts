/** `dg/radio`: esp_wifi as access point and station at once, with the raw 802.11 reasons. */
import type { NetworkAuth } from "../../../src/board/radio";

export interface ScannedNetwork {
  /** 0 to 32 bytes of any value. */
  readonly ssid: ArrayBuffer;
  readonly rssi: number;
  readonly channel: number;
  readonly auth: NetworkAuth;
}

export interface NativeRadioOptions {
  /** Of the own access point; 1 to 32 characters. */
  readonly ssid: string;
  /** 8 to 63 ASCII characters, or empty for an open access point. */
  readonly passphrase: string;
  readonly channel: number;
  /** Stations that the access point takes. */
  readonly clients_max: number;
  /** The latest `join` holds, and the station has this IPv4 address. */
  onJoined(ip: string): void;
  /** The latest `join` failed or its link ended: the raw reason of esp_wifi (802.11, vendor's from 200). */
  onLost(reason: number): void;
  /** Null where the scan failed. At most 64, in no order. */
  onScanned(networks: ScannedNetwork[] | null): void;
}

/** One at a time; the SDK's own Wi-Fi modules must not be used beside it. */
export default class NativeRadio {
  /** Brings the access point up. Throws `no radio: ESP_ERR_...` where the chip's radio does not start; the network stack runs all the same. */
  constructor(options: NativeRadioOptions);
  /** Of the joined network, dBm; 0 where none is joined. */
  readonly rssi: number;
  /** The access point. */
  readonly up: boolean;
  readonly ip: string;
  readonly clients: number;
  /** An empty passphrase means an open network. Ends what an earlier `join` began. Throws for lengths that Wi-Fi does not know. */
  join(ssid: ArrayBufferView | ArrayBuffer, passphrase: string): void;
  leave(): void;
  /** Throws where the radio refuses (busy joining). */
  scan(): void;
  close(): void;
}

/**
 * Brings the network stack up without a radio, so that the SDK's sockets can be made: they throw `no network` before.
 * Called by the constructor too; call it first where listeners are opened before the radio. Harmless when repeated.
 */
export function startNetworkStack(): void;
