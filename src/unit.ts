/** The unit: a board's camera and sockets, the decisions, and the two servers, put together. */
import { type Announcement, Announcer } from "./announce/announcer";
import type { Board } from "./board/board";
import type { ImageStats, VisionFrame } from "./board/vision";
import { Console } from "./console/console";
import { ALERT_ACTIVE_MS } from "./constants";
import { type ControlSource, controlRoutes } from "./control/routes";
import { DEFAULT_SETTINGS, SETTINGS, type Settings } from "./control/settings";
import { type AlertView, statusDocument } from "./control/status";
import { wifiDocument } from "./control/wifi";
import { Router } from "./http/router";
import { HttpServer } from "./http/server";
import { Monitor } from "./monitor/monitor";
import type { AlertReason } from "./monitor/reason";
import { DEFAULT_SETTINGS as MONITOR_SETTINGS } from "./monitor/settings";
import { formatObservation } from "./monitor/trace";
import type { Codec } from "./mqtt/codec";
import type { StationEcho } from "./mqtt/document";
import { Mqtt } from "./mqtt/mqtt";
import { deviceIdOf } from "./mqtt/settings";
import { PreviewFeed } from "./preview";
import { put, Store } from "./store/store";
import { StreamServer } from "./stream/server";
import { ssidText } from "./wifi/ssid";
import { Wifi } from "./wifi/wifi";

export interface UnitOptions {
  /** Address to listen on; where absent, all. */
  readonly address?: string;
  readonly control_port: number;
  readonly stream_port: number;
  /** Settings that hold over the stored ones. */
  readonly settings: Partial<Settings>;
  /** MQTT packets into bytes and back. */
  readonly codec: Codec;
}

/** Name of the unit's domain in the key-value storage. */
const STORE = "unit";

/** Weight of the newest figure in a shown stage time: follows within a second, does not flicker. */
const STAGE_TIME_WEIGHT = 0.1;

const NO_IMAGE: ImageStats = { luma: 0, min: 0, max: 0, peak: 0 };

const smooth_ms = (shown: number, taken: number | null) =>
  taken === null ? shown : shown === 0 ? taken : shown + STAGE_TIME_WEIGHT * (taken - shown);

export class Unit implements ControlSource {
  readonly #board: Board;
  readonly #monitor = new Monitor(MONITOR_SETTINGS);
  readonly #preview: PreviewFeed;
  readonly #control: HttpServer;
  readonly #stream: StreamServer;
  readonly #store: Store;
  readonly #console: Console;
  readonly wifi: Wifi;
  readonly announcer: Announcer;
  readonly mqtt: Mqtt;
  #settings: Settings;
  #settings_stored: boolean;
  #frames = 0;
  #frame: VisionFrame | null = null;
  #detect_ms = 0;
  #eye_ms = 0;
  #reason: AlertReason | null = null;
  #announced_ms = 0;

  /** Starts to listen. Throws where a port cannot be bound. Nothing is watched before `start`. */
  constructor(board: Board, options: UnitOptions) {
    this.#board = board;
    const { Listener, timers, vision, log } = board;
    this.#store = new Store(() => board.storage.open({ path: STORE }));
    const stored = this.#store.read(SETTINGS);
    this.#settings = { ...DEFAULT_SETTINGS, ...stored, ...options.settings };
    this.#settings_stored = stored !== null && Object.keys(options.settings).length === 0;
    this.wifi = new Wifi({
      radio: board.radio,
      button: board.button,
      timers,
      store: this.#store,
      chance: () => board.random(1)[0]! / 256,
      log: log.module("wifi"),
    });
    this.mqtt = new Mqtt({
      timers,
      codec: options.codec,
      ClientSocket: board.ClientSocket,
      random: (count) => board.random(count),
      store: this.#store,
      device_id: deviceIdOf(this.wifi.accessPoint.ssid),
      utc_ms: () => board.utc_ms(),
      alertCount: () => this.announcer.count,
      station: () => this.#station(),
      readsCertificate: (pem) => board.readsCertificate(pem),
      log: log.module("mqtt"),
    });
    this.announcer = new Announcer(
      {
        timers,
        card: board.card,
        AudioOut: board.AudioOut,
        clip: (name) => board.asset(name),
        snapshot: () => this.snapshot(),
        onAlert: ({ reason, ...facts }) => {
          log.write("info", "alert", reason);
          this.mqtt.alert({ alert: reason, ...facts });
        },
        log: (text) => log.write("error", "alert", text),
      },
      this.#settings.lang,
      this.#settings.muted,
    );
    this.#console = new Console({
      terminal: board.terminal,
      log,
      documents: {
        status: () => statusDocument(this),
        wifi: () => wifiDocument(this.wifi),
        mqtt: () => this.mqtt.document,
        settings: () => this.#settings,
      },
      reboot: () => board.reboot(),
    });
    this.#preview = new PreviewFeed(vision, timers, this.#settings.fps, this.#settings.quality);
    const onError = (error: unknown) =>
      log.write("error", "http", error instanceof Error ? error.message : String(error));
    const where = { Listener, timers, onError, ...(options.address === undefined ? {} : { address: options.address }) };
    this.#control = new HttpServer({ ...where, port: options.control_port, router: new Router(controlRoutes(this)) });
    this.#stream = new StreamServer({
      ...where,
      port: options.stream_port,
      frame: () => this.#preview.frame(),
      onViewers: (count) => this.#preview.setViewers(count),
    });
  }

  /** Starts the radio, camera and models, and the console. */
  start(): void {
    const { log } = this.#board;
    if (!this.#store.usable)
      log.write("warn", "store", "not usable: what is saved now is lost at the next power cycle");
    if (this.#store.discarded > 0)
      log.write("warn", "store", `${this.#store.discarded} records were unreadable: defaults hold`);
    this.wifi.start();
    this.mqtt.start();
    void this.announcer.start();
    this.#console.open();
    this.#board.vision.start({
      onFrame: (frame) => this.#onFrame(frame),
      onPreview: (jpeg) => {
        this.#preview.publish(jpeg);
        this.#stream.publish(jpeg);
      },
    });
  }

  /** Takes leave of the broker; ends both servers, the camera, the radio and the console. */
  async stop(): Promise<void> {
    const farewell = this.mqtt.stop();
    this.#preview.close();
    this.#console.close();
    this.wifi.stop();
    await this.announcer.stop();
    await Promise.all([farewell, this.#control.close(), this.#stream.close(), this.#board.vision.stop()]);
    this.#store.close();
  }

  #onFrame(frame: VisionFrame): void {
    const { observation, detect_ms, eye_ms } = frame;
    if (observation.health !== "camera-fault") this.#frames += 1;
    this.#frame = frame;
    if (this.#console.tracing) this.#console.trace(formatObservation(observation));
    this.#detect_ms = smooth_ms(this.#detect_ms, detect_ms);
    this.#eye_ms = smooth_ms(this.#eye_ms, eye_ms);
    const { alert, risk, perclos } = this.#monitor.observe(observation);
    this.#board.vision.setTrack(this.#monitor.track);
    if (alert !== null) this.#announce({ reason: alert, risk, perclos, uptime_ms: this.uptime_ms });
  }

  #announce(announcement: Announcement): void {
    this.#reason = announcement.reason;
    this.#announced_ms = announcement.uptime_ms;
    this.announcer.announce(announcement);
  }

  #station(): StationEcho {
    const { credentials } = this.wifi.station;
    if (!credentials) return { enabled: false, ssid: "", password_set: false };
    return { enabled: true, ssid: ssidText(credentials.ssid), password_set: credentials.passphrase !== "" };
  }

  hasMemory(bytes: number): boolean {
    return this.#board.hasMemory(bytes);
  }

  get alert(): AlertView {
    if (this.#reason === null) return { active: false, reason: null };
    const empty = this.#reason === "no_driver" && this.monitor.presence.state === "no-driver";
    return { active: empty || this.uptime_ms - this.#announced_ms < ALERT_ACTIVE_MS, reason: this.#reason };
  }

  applySettings(settings: Settings): void {
    this.#settings = settings;
    this.#settings_stored = this.#store.save(put(SETTINGS, settings));
    this.#preview.configure(settings.fps, settings.quality);
    this.announcer.configure(settings.lang, settings.muted);
  }

  snapshot(): Promise<Uint8Array | null> {
    return this.#board.vision.snapshot(this.#settings.quality);
  }

  get settings() {
    return this.#settings;
  }
  get uptime_ms() {
    return this.#board.timers.now_ms();
  }
  get frames() {
    return this.#frames;
  }
  get vision() {
    return this.#board.vision.health;
  }
  get monitor() {
    return this.#monitor.state;
  }
  get detect_ms() {
    return this.#detect_ms;
  }
  get eye_ms() {
    return this.#eye_ms;
  }
  get roi() {
    return this.#frame?.roi ?? null;
  }
  get image() {
    return this.#frame?.image ?? NO_IMAGE;
  }
  get viewers() {
    return this.#stream.viewers;
  }
  get control_port() {
    return this.#control.port;
  }
  get stream_port() {
    return this.#stream.port;
  }
  get settings_stored() {
    return this.#settings_stored;
  }
  get memory() {
    return this.#board.memory();
  }
  get page() {
    return this.#board.asset("index.html");
  }
  get page_gzip() {
    return this.#board.asset("index.html.gz");
  }
  get icon() {
    return this.#board.asset("favicon.ico");
  }
}
