/** What the store, the Wi-Fi state machines and the console do, written down in full: the same on every engine. */
import { Console } from "../../src/console/console";
import { Log } from "../../src/log";
import { asciiJson } from "../../src/store/ascii";
import { jsonRecord } from "../../src/store/record";
import { erase, put, Store } from "../../src/store/store";
import { BUTTON_AT_BOOT, sampleButton } from "../../src/wifi/button";
import { escapeBytes, ssidText } from "../../src/wifi/ssid";
import { Wifi } from "../../src/wifi/wifi";
import { ManualTimers } from "../http/manual_timers";
import { MemoryStorage } from "../store/memory_storage";
import { bytes, FakeRadio } from "../wifi/fake_radio";

export async function play(): Promise<string> {
  return asciiJson({
    stored: stored(),
    flipped: flipped(),
    names: names(),
    joined: joined(),
    pressed: pressed(),
    said: said(),
  });
}

const named = (key: string) => jsonRecord(key, 1, (value) => (typeof value === "string" ? value : null));
const [BROKER, IDENTITY, CA] = [named("broker"), named("identity"), named("ca")];

/** After a cut at every operation of a save of three records: what was there, and what the next start finds. */
function stored(): unknown {
  const before = new MemoryStorage();
  new Store(() => before).save(put(BROKER, "old é 😀 \ud800"), put(IDENTITY, "old"), put(CA, "x".repeat(3000)));
  return Array.from({ length: 12 }, (_, budget) => {
    const storage = new MemoryStorage(before.values, budget);
    const saved = new Store(() => storage).save(put(BROKER, "new កា"), put(IDENTITY, "new"), erase(CA));
    const next = new Store(() => new MemoryStorage(storage.values));
    return [
      saved,
      [...storage.values].map(([key, value]) => [key, [...value.subarray(0, 40)]]),
      next.read(BROKER),
      next.read(CA),
    ];
  });
}

function flipped(): unknown {
  const storage = new MemoryStorage();
  new Store(() => storage).save(put(BROKER, "abc"));
  const size = storage.values.get("broker")!.length;
  return Array.from({ length: size * 8 }, (_, bit) => {
    const damaged = new MemoryStorage(storage.values);
    damaged.values.get("broker")![bit >> 3]! ^= 1 << (bit & 7);
    const store = new Store(() => damaged);
    return [store.read(BROKER), store.discarded];
  });
}

function names(): unknown {
  const samples = [
    bytes("café កា 🚗"),
    bytes("🚗").subarray(0, 3),
    Uint8Array.from({ length: 32 }, (_, i) => 255 - i * 7),
  ];
  return samples.map((ssid) => escapeBytes(JSON.stringify(ssidText(ssid))));
}

function joined(): unknown {
  const storage = new MemoryStorage();
  const timers = new ManualTimers();
  const radio = new FakeRadio();
  const lines: string[] = [];
  const pin = { level: 1 };
  const wifi = new Wifi({
    radio,
    button: { read: () => pin.level, close: () => {} },
    timers,
    store: new Store(() => storage),
    chance: () => 0.7,
    log: (level, text) => lines.push(`${level} ${text}`),
  });
  wifi.start();
  wifi.connect({ ssid: Uint8Array.of(0xff, 0x41, 0xe1), passphrase: "night-shift" });
  for (let i = 0; i < 7; i++) {
    radio.callbacks.onLost(i % 2 === 0 ? 15 : 201);
    timers.advance(wifi.station.retry_ms);
  }
  radio.callbacks.onJoined("10.0.0.7");
  wifi.scan();
  radio.callbacks.onScanned(
    Array.from({ length: 40 }, (_, i) => ({
      ssid: bytes(`n${i % 30}`),
      rssi: -30 - ((i * 17) % 60),
      channel: 1,
      auth: "wpa2",
    })),
  );
  const networks = wifi.scans.networks.map(({ ssid, rssi }) => [ssidText(ssid), rssi]);
  pin.level = 0;
  timers.advance(40_000);
  return [lines, radio.calls, networks, wifi.station.state, wifi.stored, [...storage.values.keys()], timers.now_ms()];
}

function pressed(): unknown {
  let state = BUTTON_AT_BOOT;
  return Array.from({ length: 300 }, (_, i) => {
    const next = sampleButton(state, i % 97 > 20, i * 200);
    state = next.state;
    return [state.phase, state.held_ms, next.event];
  });
}

function said(): unknown {
  const lines: string[] = [];
  let typed = (_text: string) => {};
  const log = new Log(
    () => 12_345.6,
    (line) => lines.push(line),
  );
  const documents = { top: 1, group: { a: "b c", d: [1, 2], e: { f: true } } };
  const show = () => documents;
  const shell = new Console({
    terminal: {
      open: (onText) => {
        typed = onText;
      },
      print: (line) => lines.push(line),
      close: () => {},
    },
    log,
    documents: { status: show, wifi: show, mqtt: show, settings: show },
    reboot: () => lines.push("rebooted"),
  });
  shell.open();
  typed("he");
  typed("lp\r\nstatus\nlog debug\ntrace on\nwho\b\b\bwifi\n\n\x1b[A\nreboot now\nreboot\n");
  shell.trace("one frame");
  typed(`${"x".repeat(500)}\n`);
  return lines;
}
