/** The Wi-Fi resource on a server in memory, over the simulated radio and a clock that the test moves. */
import type { Surroundings } from "../../src/boards/host/radio/networks";
import { SimulatedRadio } from "../../src/boards/host/radio/simulated_radio";
import { wifiRoutes } from "../../src/control/wifi";
import { Router } from "../../src/http/router";
import { HttpServer } from "../../src/http/server";
import { Store } from "../../src/store/store";
import { Wifi } from "../../src/wifi/wifi";
import { bodyOf, get, post, statuses } from "../http/fixture";
import { ManualTimers } from "../http/manual_timers";
import { MemoryNet } from "../http/memory_net";
import { MemoryStorage } from "../store/memory_storage";
import { bytes } from "../wifi/fake_radio";

export const AIR: Surroundings = {
  networks: [
    { ssid: bytes("Depot"), passphrase: "night-shift", rssi: -58, channel: 6, auth: "wpa2" },
    { ssid: bytes("Visitors"), passphrase: "", rssi: -71, channel: 11, auth: "open" },
  ],
  boot_button: false,
};

// biome-ignore lint/suspicious/noExplicitAny: documents, checked field by field
type Document = any;

const CLOSE = "Connection: close\r\n";

export class WifiUnit {
  readonly storage: MemoryStorage;
  readonly lines: string[] = [];
  readonly responses: string[] = [];
  readonly wifi: Wifi;
  readonly #net = new MemoryNet();
  readonly #timers = new ManualTimers();
  air: Surroundings;
  pressed = false;

  constructor(storage = new MemoryStorage(), air = AIR) {
    this.storage = storage;
    this.air = air;
    const timers = this.#timers;
    const radio = new SimulatedRadio({
      timers,
      surroundings: () => this.air,
      chance: () => 0.5,
      ap_ssid: "Monitor-0A1B2C",
      ip: "127.0.0.1",
    });
    this.wifi = new Wifi({
      radio,
      button: { read: () => (this.pressed ? 0 : 1), close: () => {} },
      timers,
      store: new Store(() => storage),
      chance: () => 0,
      log: (level, text) => this.lines.push(`${level} ${text}`),
    });
    const router = new Router(wifiRoutes(this.wifi));
    const onError = (error: unknown) => {
      throw error;
    };
    new HttpServer({ Listener: this.#net.Listener, timers, port: 80, router, onError });
    this.wifi.start();
  }

  wait(ms: number): void {
    this.#timers.advance(ms);
    this.#net.drain();
  }

  /** Status and document of one request. */
  ask(request: string): { status: number; body: Document; raw: string } {
    const peer = this.#net.connect();
    peer.send(request);
    this.#net.drain();
    const [status = 0] = statuses(peer);
    const raw = Buffer.from(bodyOf(peer), "latin1").toString("utf8");
    this.responses.push(peer.text);
    return { status, body: JSON.parse(raw), raw };
  }

  get(path = "/api/wifi"): Document {
    return this.ask(get(path, CLOSE)).body;
  }

  post(form: string, path = "/api/wifi") {
    return this.ask(post(path, form, `${CLOSE}Content-Type: application/x-www-form-urlencoded\r\n`));
  }

  /** A second boot from what the first has stored. */
  powerCycle(): WifiUnit {
    this.wifi.stop();
    return new WifiUnit(new MemoryStorage(this.storage.values), this.air);
  }
}

/** `ssid` with every byte written as an escape. */
export const escaped = (ssid: Uint8Array) =>
  Array.from(ssid, (byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
