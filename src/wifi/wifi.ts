/** Wi-Fi of the unit: the access point, the station with its stored credentials, scans, and the BOOT button. */
import type { DigitalInput } from "../board/button";
import type { AccessPointView, Radio } from "../board/radio";
import type { TimerId, Timers } from "../board/timers";
import { erase, put, type Store } from "../store/store";
import { BUTTON_AT_BOOT, type ButtonState, isArmed, sampleButton } from "./button";
import { BUILT_IN, CREDENTIALS, type Credentials } from "./credentials";
import { BUTTON_SAMPLE_MS } from "./limits";
import { reasonText } from "./reasons";
import { ScanCache } from "./scan";
import { bars } from "./signal";
import { Station, type StationState } from "./station";

export interface WifiOptions {
  readonly radio: Radio;
  readonly button: DigitalInput;
  readonly timers: Timers;
  readonly store: Store;
  /** Uniform in [0, 1), for the jitter of the retries. */
  chance(): number;
  /** One event for the log. Holds no credential and no network name. */
  log(level: "info" | "warn", text: string): void;
}

export class Wifi {
  readonly #options: WifiOptions;
  readonly #radio: Radio;
  readonly #store: Store;
  readonly #scans: ScanCache;
  readonly station: Station;
  #stored = false;
  /** An attempt that waits for a scan to end: the radio cannot do both. */
  #waiting: Credentials | null = null;
  #button: ButtonState = BUTTON_AT_BOOT;
  #sampler: TimerId | null = null;

  constructor(options: WifiOptions) {
    this.#options = options;
    this.#radio = options.radio;
    this.#store = options.store;
    this.#scans = new ScanCache(options.timers);
    this.station = new Station({
      link: {
        join: (ssid, passphrase) => this.#join({ ssid, passphrase }),
        leave: () => {
          this.#waiting = null;
          this.#radio.leave();
        },
      },
      timers: options.timers,
      chance: options.chance,
      onState: (state) => this.#logState(state),
    });
    const stored = this.#store.read(CREDENTIALS);
    this.#stored = stored !== null;
    const credentials = stored ?? BUILT_IN;
    if (credentials) this.station.configure(credentials);
  }

  /** Brings the access point up and joins the configured network. */
  start(): void {
    this.#radio.start({
      onJoined: (ip) => this.station.joined(ip),
      onLost: (reason) => this.station.lost(reason),
      onScanned: (networks) => {
        if (!this.#scans.scanning) return;
        if (!networks) this.#options.log("warn", "the scan failed");
        this.#endScan(() => this.#scans.end(networks));
      },
    });
    this.#sampler = this.#options.timers.repeat(() => this.#sample(), BUTTON_SAMPLE_MS);
    this.station.connect();
  }

  stop(): void {
    if (this.#sampler) this.#options.timers.clear(this.#sampler);
    this.#sampler = null;
    this.#scans.end(null);
    this.station.stop();
    this.#radio.stop();
    this.#options.button.close();
  }

  get accessPoint(): AccessPointView {
    return this.#radio.accessPoint;
  }
  /** The credentials in force are stored and will be rejoined at the next boot. */
  get stored(): boolean {
    return this.#stored;
  }
  /** The settings partition is usable. */
  get nvs(): boolean {
    return this.#store.usable;
  }
  get scans(): Pick<ScanCache, "scanning" | "age_ms" | "networks"> {
    return this.#scans;
  }
  get button(): { readonly armed: boolean; readonly held_ms: number } {
    return { armed: isArmed(this.#button), held_ms: Math.floor(this.#button.held_ms) };
  }
  /** Of the joined network, dBm; 0 unless connected. */
  get rssi(): number {
    return this.station.state === "connected" ? this.#radio.rssi : 0;
  }
  /** Of the joined network, 0 to 4; 0 unless connected. */
  get bars(): number {
    return this.station.state === "connected" ? bars(this.#radio.rssi) : 0;
  }

  /** Stores the credentials and joins their network now. False where they hold only until the next power cycle. */
  connect(credentials: Credentials): boolean {
    this.#stored = this.#store.save(put(CREDENTIALS, credentials));
    if (!this.#stored) this.#options.log("warn", "the credentials could not be stored");
    this.station.configure(credentials);
    this.station.connect();
    return this.#stored;
  }

  /**
   * Erases the stored credentials, then blanks the radio's copy; touches nothing else. The radio's copy goes in any case.
   * False where the stored ones could not be erased and would be rejoined at the next boot.
   */
  forget(): boolean {
    const erased = this.#store.save(erase(CREDENTIALS));
    this.#stored &&= !erased;
    this.#options.log(erased ? "info" : "warn", `the credentials were ${erased ? "" : "not "}erased`);
    this.station.forget();
    return erased;
  }

  /** Starts a scan. False while one runs, while the station is in the middle of joining, and where the radio refuses. */
  scan(): boolean {
    if (this.#scans.scanning || this.station.state === "connecting") return false;
    try {
      this.#radio.scan();
    } catch {
      this.#options.log("warn", "the radio refused to scan");
      return false;
    }
    this.#scans.begin(() => {
      this.#options.log("warn", "the scan never ended");
      this.#endScan(() => {});
    });
    return true;
  }

  #endScan(end: () => void): void {
    end();
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting) this.#radio.join(waiting.ssid, waiting.passphrase);
  }

  #join(credentials: Credentials): void {
    if (this.#scans.scanning) this.#waiting = credentials;
    else this.#radio.join(credentials.ssid, credentials.passphrase);
  }

  #sample(): void {
    // The button closes GPIO 0 to ground.
    const pressed = this.#options.button.read() === 0;
    const { state, event } = sampleButton(this.#button, pressed, this.#options.timers.now_ms());
    this.#button = state;
    switch (event) {
      case "warn":
        this.#options.log("warn", "BOOT is held: 3 s more erase the station's credentials");
        break;
      case "stuck":
        this.#options.log("warn", "BOOT is stuck: this press no longer counts");
        break;
      case "erase":
        this.forget();
    }
  }

  #logState(state: StationState): void {
    const { reason, attempts, retry_ms } = this.station;
    if (state !== "failed") this.#options.log("info", `station ${state}`);
    else
      this.#options.log(
        "warn",
        `station failed: reason ${reason}. ${reasonText(reason)} Attempt ${attempts}, again in ${retry_ms} ms`,
      );
  }
}
