/** The radio of the board. Where it does not start, the unit runs on without one and says so. */
import type { AccessPointView, NetworkAuth, Radio, RadioCallbacks } from "../../board/radio";
import type { TimerId, Timers } from "../../board/timers";
import { AP_CHANNEL, AP_CLIENTS_MAX } from "../../wifi/access_point";

/** What an attempt without a radio ends with: the vendor's "connection failed". */
const CONNECTION_FAILED = 205;

interface NativeNetwork {
  readonly ssid: ArrayBuffer;
  readonly rssi: number;
  readonly channel: number;
  readonly auth: NetworkAuth;
}

/** What this needs of `dg/radio`. */
export interface NativeRadio {
  readonly rssi: number;
  readonly up: boolean;
  readonly ip: string;
  readonly clients: number;
  join(ssid: Uint8Array, passphrase: string): void;
  leave(): void;
  scan(): void;
  close(): void;
}

export type NativeRadioConstructor = new (options: {
  ssid: string;
  passphrase: string;
  channel: number;
  clients_max: number;
  onJoined(ip: string): void;
  onLost(reason: number): void;
  onScanned(networks: NativeNetwork[] | null): void;
}) => NativeRadio;

export interface BoardRadioOptions {
  readonly Native: NativeRadioConstructor;
  readonly timers: Timers;
  /** Of the access point. */
  readonly ssid: string;
  readonly passphrase: string;
  log(text: string): void;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

export class BoardRadio implements Radio {
  readonly #options: BoardRadioOptions;
  #native: NativeRadio | null = null;
  #callbacks: RadioCallbacks | null = null;
  #refusal: TimerId | null = null;

  constructor(options: BoardRadioOptions) {
    this.#options = options;
  }

  get rssi(): number {
    return this.#native?.rssi ?? 0;
  }

  get accessPoint(): AccessPointView {
    const { ssid } = this.#options;
    const { ip = "", clients = 0, up = false } = this.#native ?? {};
    return { ssid, ip, clients, up };
  }

  start(callbacks: RadioCallbacks): void {
    const { Native, ssid, passphrase, log } = this.#options;
    this.#callbacks = callbacks;
    try {
      this.#native = new Native({
        ssid,
        passphrase,
        channel: AP_CHANNEL,
        clients_max: AP_CLIENTS_MAX,
        onJoined: (ip) => callbacks.onJoined(ip),
        onLost: (reason) => callbacks.onLost(reason),
        onScanned: (networks) =>
          callbacks.onScanned(
            networks === null ? null : networks.map((one) => ({ ...one, ssid: new Uint8Array(one.ssid) })),
          ),
      });
    } catch (error) {
      log(`${messageOf(error)}: no access point and no network, the rest runs on`);
    }
  }

  join(ssid: Uint8Array, passphrase: string): void {
    this.leave();
    try {
      if (!this.#native) throw new Error("no radio");
      this.#native.join(ssid, passphrase);
    } catch (error) {
      this.#options.log(`cannot join: ${messageOf(error)}`);
      // None comes before the call that caused it returned.
      this.#refusal = this.#options.timers.set(() => {
        this.#refusal = null;
        this.#callbacks?.onLost(CONNECTION_FAILED);
      }, 0);
    }
  }

  leave(): void {
    if (this.#refusal) this.#options.timers.clear(this.#refusal);
    this.#refusal = null;
    this.#native?.leave();
  }

  scan(): void {
    if (!this.#native) throw new Error("no radio");
    this.#native.scan();
  }

  stop(): void {
    this.leave();
    this.#native?.close();
    this.#native = null;
    this.#callbacks = null;
  }
}
