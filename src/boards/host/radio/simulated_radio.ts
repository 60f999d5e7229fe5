/**
 * A radio that behaves like the board's, over networks that are only described: attempts take their time and end with the
 * reasons that the board's radio gives, signals drift, and a network that goes takes its link along.
 */
import type { AccessPointView, Radio, RadioCallbacks } from "../../../board/radio";
import type { TimerId, Timers } from "../../../board/timers";
import type { SimulatedNetwork, Surroundings } from "./networks";

/** As the board's radio was seen to take: a scan of all channels, a key exchange that is retried, association and DHCP. */
const SCAN_MS = 2400;
const NOT_FOUND_MS = 2400;
const REFUSED_MS = 1800;
const JOIN_MS = 1200;
/** The link is looked at as often as beacons are missed before it counts as lost. */
const LINK_CHECK_MS = 500;

/** Below this no access point is heard. */
const DEAF_DBM = -95;
/** Signals drift by up to this, a step at a time. */
const DRIFT_DB = 4;

const BEACON_TIMEOUT = 200;
const NO_NETWORK = 201;
const OTHER_SECURITY = 210;
const LESS_SECURE = 211;
const WRONG_PASSPHRASE = 15;
const LOG_IN_REFUSED = 202;

export interface SimulatedRadioOptions {
  readonly timers: Timers;
  /** The networks of this moment. */
  surroundings(): Surroundings;
  /** Uniform in [0, 1). */
  chance(): number;
  /** Name of the access point, and the address under which this computer serves the unit. */
  readonly ap_ssid: string;
  readonly ip: string;
}

export class SimulatedRadio implements Radio {
  readonly #options: SimulatedRadioOptions;
  #callbacks: RadioCallbacks | null = null;
  /** The running attempt, or the watch over the link. */
  #link_timer: TimerId | null = null;
  #scan_timer: TimerId | null = null;
  #joined: { ssid: Uint8Array; passphrase: string } | null = null;
  #drift = 0;

  constructor(options: SimulatedRadioOptions) {
    this.#options = options;
  }

  get accessPoint(): AccessPointView {
    return { ssid: this.#options.ap_ssid, ip: this.#options.ip, clients: 0, up: this.#callbacks !== null };
  }

  get rssi(): number {
    const network = this.#joined && this.#hear(this.#joined.ssid);
    return network ? this.#signal(network) : 0;
  }

  start(callbacks: RadioCallbacks): void {
    this.#callbacks = callbacks;
  }

  join(ssid: Uint8Array, passphrase: string): void {
    this.leave();
    const fault = this.#fault(ssid, passphrase);
    const takes_ms = fault === NO_NETWORK ? NOT_FOUND_MS : fault ? REFUSED_MS : JOIN_MS;
    this.#link_timer = this.#options.timers.set(() => {
      this.#link_timer = null;
      // The networks may have changed while the attempt ran: what holds at its end decides.
      const reason = this.#fault(ssid, passphrase);
      if (reason) this.#callbacks?.onLost(reason);
      else this.#link({ ssid, passphrase });
    }, takes_ms);
  }

  leave(): void {
    if (this.#link_timer) this.#options.timers.clear(this.#link_timer);
    this.#link_timer = null;
    this.#joined = null;
  }

  scan(): void {
    if (this.#scan_timer) throw new Error("a scan is running");
    this.#scan_timer = this.#options.timers.set(() => {
      this.#scan_timer = null;
      const heard = this.#options
        .surroundings()
        .networks.map((network) => ({ ...network, rssi: this.#signal(network) }));
      const networks = heard.filter(({ rssi }) => rssi > DEAF_DBM);
      this.#callbacks?.onScanned(networks.map(({ ssid, rssi, channel, auth }) => ({ ssid, rssi, channel, auth })));
    }, SCAN_MS);
  }

  stop(): void {
    this.leave();
    if (this.#scan_timer) this.#options.timers.clear(this.#scan_timer);
    this.#scan_timer = null;
    this.#callbacks = null;
  }

  #link(joined: { ssid: Uint8Array; passphrase: string }): void {
    this.#joined = joined;
    this.#link_timer = this.#options.timers.repeat(() => this.#watch(joined), LINK_CHECK_MS);
    this.#callbacks?.onJoined(this.#options.ip);
  }

  #watch({ ssid, passphrase }: { ssid: Uint8Array; passphrase: string }): void {
    const step = Math.floor(this.#options.chance() * 3) - 1;
    this.#drift = Math.max(-DRIFT_DB, Math.min(DRIFT_DB, this.#drift + step));
    if (this.#fault(ssid, passphrase) === null) return;
    this.leave();
    this.#callbacks?.onLost(BEACON_TIMEOUT);
  }

  /** The strongest of the networks with this name that can be heard. */
  #hear(ssid: Uint8Array): SimulatedNetwork | null {
    const same = this.#options
      .surroundings()
      .networks.filter((network) => Buffer.compare(network.ssid, ssid) === 0 && this.#signal(network) > DEAF_DBM);
    return same.sort((a, b) => b.rssi - a.rssi)[0] ?? null;
  }

  #signal({ rssi }: SimulatedNetwork): number {
    return Math.min(-1, rssi + this.#drift);
  }

  /** The reason why this network would not take the station; null where it would. */
  #fault(ssid: Uint8Array, passphrase: string): number | null {
    const network = this.#hear(ssid);
    if (!network) return NO_NETWORK;
    if (network.auth === "enterprise") return LOG_IN_REFUSED;
    if (network.auth === "open") return passphrase === "" ? null : LESS_SECURE;
    if (passphrase === "") return OTHER_SECURITY;
    return passphrase === network.passphrase ? null : WRONG_PASSPHRASE;
  }
}
