/** The MQTT side of the unit: its configuration, its outbox and its client in one. */
import type { Store } from "../store/store";
import { amend } from "./amend";
import { Client, type ClientDependencies, type MqttState } from "./client";
import { configDocument, type StationEcho } from "./document";
import { Outbox } from "./outbox";
import { type AlertFacts, alertPayload, statusPayload } from "./payload";
import { loadSettings, saveSettings } from "./records";
import { Refusal } from "./refusal";
import { defaultSettings, type MqttSettings } from "./settings";

export interface MqttOptions extends ClientDependencies {
  readonly store: Store;
  /** Device id of a unit that was given none: unique per board, of the form `monitor-<6 hex>`. */
  readonly device_id: string;
  /** Milliseconds since 1970; null while no time server answered. */
  utc_ms(): number | null;
  /** Announcements since boot. */
  alertCount(): number;
  station(): StationEcho;
  /** One event for the log. Holds no host, topic or credential. */
  log(level: "info" | "warn", text: string): void;
  /** The machine's own TLS library can read these PEM certificates. */
  readsCertificate(pem: string): boolean;
}

/** What the store made of a new configuration that is in force. */
export type Configured = "stored" | "not-stored";

const BOOT_ID_BYTES = 6;

export class Mqtt {
  readonly #options: MqttOptions;
  readonly #outbox = new Outbox();
  readonly #client: Client;
  /** Random and not counted: no write to the flash at every boot, and it also works where nothing can be stored. */
  readonly #boot_id: string;
  #settings: MqttSettings;
  #seq = 0;
  #rejected = 0;

  constructor(options: MqttOptions) {
    this.#options = options;
    this.#settings = loadSettings(options.store, defaultSettings(options.device_id));
    this.#boot_id = Array.from(options.random(BOOT_ID_BYTES), (byte) => byte.toString(16).padStart(2, "0")).join("");
    this.#client = new Client(
      {
        timers: options.timers,
        codec: options.codec,
        ClientSocket: options.ClientSocket,
        random: (count) => options.random(count),
        outbox: this.#outbox,
        faultOf: (settings) => (this.#readsCa(settings) ? null : "CA_UNREADABLE"),
        onState: (state) => this.#logState(state),
        statusPayload: (reason, identity) => statusPayload(reason, identity, options.alertCount(), this.#now()),
      },
      this.#settings,
    );
  }

  start(): void {
    this.#client.start();
  }

  /** Says `shutdown` and disconnects. Resolves in less than two seconds. */
  stop(): Promise<void> {
    return this.#client.stop();
  }

  /** Queues one alert. Does nothing while publishing is disabled. */
  alert(facts: AlertFacts): void {
    if (!this.#settings.enabled) return;
    const seq = ++this.#seq;
    const event_id = `${this.#settings.device_id}-${this.#boot_id}-${seq}`;
    const payload = alertPayload(facts, { event_id, seq }, this.#settings, this.#options.utc_ms());
    if (payload === null) {
      this.#rejected++;
      return;
    }
    if (this.#outbox.offer(event_id, payload)) this.#client.pump();
  }

  /** Queues one synthetic alert; false while publishing is disabled. */
  test(): boolean {
    if (!this.#settings.enabled) return false;
    const { uptime_ms } = this.#now();
    this.alert({ alert: "test", risk: 0, perclos: 0, alert_count: this.#options.alertCount(), uptime_ms });
    return true;
  }

  /** Overlays a form on the configuration, puts it in force and stores it. Throws a Refusal and changes nothing where a field is at fault. */
  configure(form: ReadonlyMap<string, string>): Configured {
    const settings = amend(this.#settings, form);
    if (settings.ca_cert !== this.#settings.ca_cert && !this.#readsCa(settings)) {
      throw new Refusal("ca_cert", "ca_cert holds a certificate that cannot be read");
    }
    this.#settings = settings;
    const stored = saveSettings(this.#options.store, settings);
    this.#client.reconfigure(settings);
    return stored ? "stored" : "not-stored";
  }

  /** The group `mqtt` of GET /api/status: no host, no topic, no credential. */
  get summary() {
    const { state, published, acked, retry_ms, error } = this.#client.figures;
    const { queued, dropped, suppressed } = this.#outbox;
    const rejected = this.#rejected;
    const { enabled } = this.#settings;
    return { enabled, state, published, acked, queued, dropped, suppressed, rejected, retry_ms, error };
  }

  /** GET /api/mqtt. */
  get document() {
    const { state, client_up, connects, disconnects, attempt, retry_ms, published, acked, last_publish_ms, error } =
      this.#client.figures;
    const { queued, capacity, dropped, suppressed } = this.#outbox;
    const counts = { published, acked, queued, capacity, dropped, suppressed, rejected: this.#rejected };
    const boot = { boot_id: this.#boot_id, seq: this.#seq };
    return {
      config: configDocument(this.#settings, this.#options.station()),
      status: {
        state,
        client_up,
        connects,
        disconnects,
        attempt,
        retry_ms,
        ...counts,
        ...boot,
        last_publish_ms,
        error,
      },
      nvs: this.#options.store.usable,
    };
  }

  #logState(state: MqttState): void {
    const { error, attempt, retry_ms } = this.#client.figures;
    if (state === "backoff") this.#options.log("warn", `${error}, attempt ${attempt}, again in ${retry_ms} ms`);
    else if (state === "fault") this.#options.log("warn", `${error}: no connection with this configuration`);
    else this.#options.log("info", state);
  }

  #now() {
    return { uptime_ms: this.#options.timers.now_ms(), utc_ms: this.#options.utc_ms() };
  }

  #readsCa({ ca_cert }: MqttSettings): boolean {
    return ca_cert === "" || this.#options.readsCertificate(ca_cert);
  }
}
