/** The Wi-Fi radio of a machine: its own access point, and a station beside it. Types only. */

/** What a network asks of who joins. */
export type NetworkAuth =
  | "open"
  | "wep"
  | "wpa"
  | "wpa2"
  | "wpa/wpa2"
  | "wpa3"
  | "wpa2/wpa3"
  | "enterprise"
  | "unknown";

/** One access point as a scan heard it. */
export interface RadioNetwork {
  /** 0 to 32 bytes of any value; empty or all zero where the network hides its name. */
  readonly ssid: Uint8Array;
  /** dBm, negative. */
  readonly rssi: number;
  readonly channel: number;
  readonly auth: NetworkAuth;
}

/** The unit's own access point. It is up in every state of the station. */
export interface AccessPointView {
  readonly ssid: string;
  readonly ip: string;
  /** Stations joined to it, 0 to 4. */
  readonly clients: number;
  readonly up: boolean;
}

/** None comes before the call that caused it returned. */
export interface RadioCallbacks {
  /** The network of the latest `join` took the station, which has this address now. */
  onJoined(ip: string): void;
  /**
   * The latest `join` failed, or the link that it made ended. `reason` is the 802.11 reason code, or the vendor's above 199
   * (201: no such network in range). Never comes for a `join` that another `join` or `leave` ended.
   */
  onLost(reason: number): void;
  /** The scan is over; null where it failed. */
  onScanned(networks: readonly RadioNetwork[] | null): void;
}

export interface Radio {
  /** Of the joined network, dBm; 0 where none is joined. */
  readonly rssi: number;
  readonly accessPoint: AccessPointView;
  /** Brings the access point up. Joins nothing. */
  start(callbacks: RadioCallbacks): void;
  /** Ends what an earlier `join` began and tries this network; an empty passphrase means an open network. */
  join(ssid: Uint8Array, passphrase: string): void;
  /** Ends the attempt or the link, and blanks the radio's own copy of the credentials. The access point stays up. */
  leave(): void;
  /** Starts a scan of 2 to 3 s. Throws where the radio refuses. */
  scan(): void;
  stop(): void;
}
