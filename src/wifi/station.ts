/**
 * The station as a state machine over the radio.
 *
 *   disabled    no network is configured: access point only
 *   idle        a network is configured, nothing was tried since the start
 *   connecting  an attempt runs
 *   connected   joined, with an address
 *   failed      the attempt failed or the link was lost; tried again when the wait is over
 */
import type { TimerId, Timers } from "../board/timers";
import { retryMs } from "./backoff";
import type { Credentials } from "./credentials";
import { JOIN_TIMEOUT_MS } from "./limits";
import { REASON_TIMEOUT } from "./reasons";

export type StationState = "disabled" | "idle" | "connecting" | "connected" | "failed";

/** The part of the radio that the station drives. */
export interface Link {
  join(ssid: Uint8Array, passphrase: string): void;
  leave(): void;
}

export interface StationOptions {
  readonly link: Link;
  readonly timers: Timers;
  /** Uniform in [0, 1), for the jitter. */
  chance(): number;
  /** The state changed. */
  onState(state: StationState): void;
}

export class Station {
  readonly #options: StationOptions;
  #state: StationState = "disabled";
  #credentials: Credentials | null = null;
  #ip = "";
  #attempts = 0;
  #reason = 0;
  #timer: TimerId | null = null;
  #retry_at_ms = 0;

  constructor(options: StationOptions) {
    this.#options = options;
  }

  get state(): StationState {
    return this.#state;
  }
  /** What the radio is configured for; null while disabled. */
  get credentials(): Credentials | null {
    return this.#credentials;
  }
  /** The station's address; empty unless connected. */
  get ip(): string {
    return this.#ip;
  }
  /** Failures since the last success, or since this network was configured. */
  get attempts(): number {
    return this.#attempts;
  }
  /** 802.11 reason of the last failure; 0 after a success. */
  get reason(): number {
    return this.#reason;
  }
  /** Remaining wait before the next attempt; 0 in every state but `failed`. */
  get retry_ms(): number {
    if (this.#state !== "failed") return 0;
    return Math.max(0, Math.ceil(this.#retry_at_ms - this.#options.timers.now_ms()));
  }

  /** Takes a network without trying it yet. */
  configure(credentials: Credentials): void {
    this.#credentials = credentials;
    this.#attempts = 0;
    this.#reason = 0;
    this.#enter("idle");
  }

  /** Tries the configured network now, whatever the state; does nothing while disabled. */
  connect(): void {
    if (!this.#credentials) return;
    const { ssid, passphrase } = this.#credentials;
    this.#enter("connecting");
    this.#after(JOIN_TIMEOUT_MS, () => {
      this.#options.link.leave();
      this.lost(REASON_TIMEOUT);
    });
    this.#options.link.join(ssid, passphrase);
  }

  /** Forgets the network and blanks the radio's copy of it. */
  forget(): void {
    this.#credentials = null;
    this.#attempts = 0;
    this.#reason = 0;
    this.#enter("disabled");
    this.#options.link.leave();
  }

  /** Ends the attempt or the link. The network stays configured. */
  stop(): void {
    if (this.#state === "disabled") return;
    this.#enter("idle");
    this.#options.link.leave();
  }

  /** The radio joined the network and has this address. */
  joined(ip: string): void {
    if (this.#state !== "connecting" && this.#state !== "connected") return;
    this.#attempts = 0;
    this.#reason = 0;
    this.#enter("connected");
    this.#ip = ip;
  }

  /** The radio's attempt failed or its link ended, for this 802.11 reason. */
  lost(reason: number): void {
    if (this.#state !== "connecting" && this.#state !== "connected") return;
    this.#attempts++;
    this.#reason = reason;
    const wait_ms = retryMs(this.#attempts, this.#options.chance());
    this.#retry_at_ms = this.#options.timers.now_ms() + wait_ms;
    this.#enter("failed");
    this.#after(wait_ms, () => this.connect());
  }

  /** No timer and no address outlives the state that it belongs to. */
  #enter(state: StationState): void {
    if (this.#timer) this.#options.timers.clear(this.#timer);
    this.#timer = null;
    this.#ip = "";
    const before = this.#state;
    this.#state = state;
    if (before !== state) this.#options.onState(state);
  }

  #after(delay_ms: number, callback: () => void): void {
    this.#timer = this.#options.timers.set(() => {
      this.#timer = null;
      callback();
    }, delay_ms);
  }
}
