import fc from "fast-check";
import { jsonRecord } from "../../src/store/record";
import { put, Store } from "../../src/store/store";
import { CREDENTIALS } from "../../src/wifi/credentials";
import { Wifi } from "../../src/wifi/wifi";
import { ManualTimers } from "../http/manual_timers";
import { MemoryStorage } from "../store/memory_storage";
import { bytes, FakeRadio } from "./fake_radio";

const HOME = { ssid: bytes("Depot"), passphrase: "night-shift" };
const JOIN_HOME = "join Depot night-shift";

function boot(storage = new MemoryStorage()) {
  const timers = new ManualTimers();
  const radio = new FakeRadio();
  const lines: string[] = [];
  const pin = { level: 1, closed: false };
  const wifi = new Wifi({
    radio,
    button: {
      read: () => pin.level,
      close: () => {
        pin.closed = true;
      },
    },
    timers,
    store: new Store(() => storage),
    chance: () => 0,
    log: (level, text) => lines.push(`${level} ${text}`),
  });
  wifi.start();
  return { wifi, radio, timers, storage, lines, pin };
}

describe("Wi-Fi of the unit", () => {
  test("a fresh unit is an access point only", () => {
    const { wifi, radio } = boot();
    expect([wifi.station.state, wifi.stored, wifi.nvs, radio.calls]).toEqual(["disabled", false, true, []]);
  });

  test("stored credentials are joined at the next boot without anybody's help", () => {
    const first = boot();
    first.wifi.connect(HOME);
    const { wifi, radio } = boot(first.storage);
    expect([wifi.station.state, wifi.stored, radio.calls]).toEqual(["connecting", true, [JOIN_HOME]]);
  });

  test("forget erases the stored credentials first, then the radio's copy, and survives a power cycle", () => {
    const { wifi, radio, storage } = boot();
    wifi.connect(HOME);
    const order: string[] = [];
    const [erase, leave] = [storage.delete.bind(storage), radio.leave.bind(radio)];
    storage.delete = (key) => {
      order.push(`erase ${key}`);
      erase(key);
    };
    radio.leave = () => {
      order.push("leave");
      leave();
    };
    expect(wifi.forget()).toBe(true);
    expect(order).toEqual([`erase ${CREDENTIALS.key}`, "leave"]);
    expect([wifi.stored, wifi.station.state]).toEqual([false, "disabled"]);
    expect(boot(storage).wifi.station.state).toBe("disabled");
  });

  test("credentials that cannot be stored work until the next power cycle, and say so", () => {
    const storage = new MemoryStorage(new Map(), 0);
    const { wifi, radio } = boot(storage);
    expect(wifi.connect(HOME)).toBe(false);
    expect([wifi.stored, wifi.nvs, wifi.station.state, radio.calls]).toEqual([false, false, "connecting", [JOIN_HOME]]);
    expect(boot(new MemoryStorage(storage.values)).wifi.station.state).toBe("disabled");
  });

  test("credentials that cannot be erased are still shown as stored, and the station is off all the same", () => {
    const { wifi, storage } = boot();
    wifi.connect(HOME);
    storage.budget = storage.operations;
    expect(wifi.forget()).toBe(false);
    expect([wifi.stored, wifi.nvs, wifi.station.state]).toEqual([true, false, "disabled"]);
  });

  test("a power cut at any instant of connect or forget leaves the old or the new network", () => {
    const other = { ssid: bytes("Visitors"), passphrase: "" };
    const { wifi, storage } = boot();
    wifi.connect(HOME);
    for (let budget = 0; budget < 8; budget++) {
      const cut = new MemoryStorage(storage.values, budget);
      const saved = boot(cut).wifi.connect(other);
      expect(boot(new MemoryStorage(cut.values)).wifi.station.credentials).toEqual(saved ? other : HOME);
      const cut_again = new MemoryStorage(storage.values, budget);
      const erased = boot(cut_again).wifi.forget();
      expect(boot(new MemoryStorage(cut_again.values)).wifi.station.credentials).toEqual(erased ? null : HOME);
    }
  });

  test("names of any bytes come back from the store and reach the radio as they are", () => {
    const ssids = fc
      .uint8Array({ minLength: 1, maxLength: 32 })
      .map((raw) => raw.map((byte) => (byte < 32 || byte === 127 ? 33 : byte)));
    fc.assert(
      fc.property(ssids, fc.string({ unit: "binary-ascii", minLength: 8, maxLength: 63 }), (ssid, text) => {
        const passphrase = text.replace(/[^ -~]/g, "~");
        const { wifi, storage } = boot();
        wifi.connect({ ssid, passphrase });
        const { radio, wifi: again } = boot(storage);
        expect(again.station.credentials).toEqual({ ssid, passphrase });
        expect(radio.calls).toEqual([`join ${Buffer.from(ssid).toString("latin1")} ${passphrase}`]);
      }),
    );
  });

  test.each([
    { ssid: "", passphrase: "" },
    { ssid: "x".repeat(33), passphrase: "" },
    { ssid: "a\n", passphrase: "" },
    { ssid: "\u0100", passphrase: "" },
    { ssid: "a", passphrase: "1234567" },
    { ssid: "a", passphrase: "é".repeat(8) },
    { ssid: 7, passphrase: "" },
    { passphrase: "12345678" },
    ["a"],
    null,
  ])("a stored record that today's rules refuse is discarded: %j", (stored) => {
    const storage = new MemoryStorage();
    const anything = jsonRecord<unknown>(CREDENTIALS.key, CREDENTIALS.version, (value) => value);
    new Store(() => storage).save(put(anything, stored));
    const { wifi } = boot(storage);
    expect([wifi.station.state, wifi.stored]).toEqual(["disabled", false]);
  });

  test("flipping any single bit of the stored record is detected: the unit is an access point only", () => {
    const { wifi, storage } = boot();
    wifi.connect(HOME);
    const size = storage.values.get(CREDENTIALS.key)!.length;
    for (let bit = 0; bit < size * 8; bit++) {
      const damaged = new MemoryStorage(storage.values);
      damaged.values.get(CREDENTIALS.key)![bit >> 3]! ^= 1 << (bit & 7);
      const { wifi: next } = boot(damaged);
      expect([bit, next.station.state, next.stored]).toEqual([bit, "disabled", false]);
    }
  });

  test("the radio's word moves the station", () => {
    const { wifi, radio } = boot();
    wifi.connect(HOME);
    radio.callbacks.onJoined("10.0.0.7");
    expect([wifi.station.state, wifi.rssi, wifi.bars]).toEqual(["connected", -60, 3]);
    radio.callbacks.onLost(200);
    expect([wifi.station.state, wifi.rssi, wifi.bars]).toEqual(["failed", 0, 0]);
  });

  test("a scan is refused while one runs and while the station is joining", () => {
    const { wifi, radio } = boot();
    expect([wifi.scan(), wifi.scan()]).toEqual([true, false]);
    radio.callbacks.onScanned([]);
    expect(wifi.scans.scanning).toBe(false);
    wifi.connect(HOME);
    expect(wifi.scan()).toBe(false);
    radio.callbacks.onLost(201);
    expect(wifi.scan()).toBe(true);
  });

  test("an attempt that falls due while a scan runs waits for its end", () => {
    const { wifi, radio, timers } = boot();
    wifi.connect(HOME);
    radio.callbacks.onLost(201);
    wifi.scan();
    timers.advance(2000);
    expect([wifi.station.state, radio.calls]).toEqual(["connecting", [JOIN_HOME, "scan"]]);
    radio.callbacks.onScanned(null);
    expect(radio.calls).toEqual([JOIN_HOME, "scan", JOIN_HOME]);
  });

  test("forget while an attempt waits for a scan joins nothing afterwards", () => {
    const { wifi, radio } = boot();
    wifi.scan();
    wifi.connect(HOME);
    wifi.forget();
    radio.callbacks.onScanned([]);
    expect(radio.calls).toEqual(["scan", "leave"]);
  });

  test("a scan that never ends does not keep the station from joining", () => {
    const { wifi, radio, timers } = boot();
    wifi.scan();
    wifi.connect(HOME);
    timers.advance(10_000);
    expect([wifi.scans.scanning, radio.calls]).toEqual([false, ["scan", JOIN_HOME]]);
  });

  test("a radio that refuses to scan is no failure", () => {
    const { wifi, radio } = boot();
    radio.refuses_scan = true;
    expect([wifi.scan(), wifi.scans.scanning]).toEqual([false, false]);
  });

  test("BOOT held for 5 s forgets the network", () => {
    const { wifi, timers, pin, storage } = boot();
    wifi.connect(HOME);
    expect(wifi.button).toEqual({ armed: false, held_ms: 0 });
    timers.advance(4000);
    expect(wifi.button.armed).toBe(true);
    pin.level = 0;
    timers.advance(5000);
    expect(wifi.stored).toBe(true);
    expect(wifi.button.held_ms).toBeGreaterThan(4800);
    timers.advance(100);
    expect([wifi.stored, wifi.station.state]).toEqual([false, "disabled"]);
    pin.level = 1;
    timers.advance(100);
    expect(wifi.button).toEqual({ armed: true, held_ms: 0 });
    expect(boot(storage).wifi.stored).toBe(false);
  });

  test("stop leaves no timer, and lets the button and the radio go", () => {
    const { wifi, timers, pin, radio } = boot();
    wifi.connect(HOME);
    wifi.stop();
    expect([timers.count, pin.closed, radio.calls.at(-1)]).toEqual([0, true, "stop"]);
  });

  test("no log line holds a passphrase or a network name", () => {
    const { wifi, radio, timers, pin, lines } = boot();
    wifi.connect(HOME);
    radio.callbacks.onLost(15);
    timers.advance(2000);
    radio.callbacks.onJoined("10.0.0.7");
    radio.callbacks.onLost(200);
    wifi.scan();
    radio.callbacks.onScanned(null);
    pin.level = 0;
    timers.advance(40_000);
    expect(lines.length).toBeGreaterThan(8);
    expect(lines.join("\n")).not.toMatch(/night-shift|Depot/);
  });
});
