import { BoardRadio, type NativeRadio, type NativeRadioConstructor } from "../../../src/boards/esp32s3/radio";
import { ManualTimers } from "../../http/manual_timers";

type NativeOptions = ConstructorParameters<NativeRadioConstructor>[0];

function rig(faults: { start?: string; join?: string } = {}) {
  const told: unknown[][] = [];
  let options = {} as NativeOptions;
  class Native implements NativeRadio {
    readonly rssi = -61;
    readonly up = true;
    readonly ip = "192.168.4.1";
    readonly clients = 2;
    constructor(given: NativeOptions) {
      if (faults.start !== undefined) throw new Error(faults.start);
      options = given;
    }
    join = (...to: unknown[]) => {
      if (faults.join !== undefined) throw new Error(faults.join);
      told.push(["join", ...to]);
    };
    leave = () => void told.push(["leave"]);
    scan = () => void told.push(["scan"]);
    close = () => void told.push(["close"]);
  }
  const timers = new ManualTimers();
  const log: string[] = [];
  const events: unknown[][] = [];
  const radio = new BoardRadio({
    Native,
    timers,
    ssid: "Monitor-0A1B2C",
    passphrase: "drive-safely",
    log: (text) => log.push(text),
  });
  radio.start({
    onJoined: (ip) => events.push(["joined", ip]),
    onLost: (reason) => events.push(["lost", reason]),
    onScanned: (networks) => events.push(["scanned", networks]),
  });
  return { radio, timers, told, log, events, native: () => options };
}

const SSID = Uint8Array.of(68, 101);

describe("the radio of the board", () => {
  test("opens the access point of the document: channel 6, four clients", () => {
    const { radio, native } = rig();
    expect(native()).toMatchObject({ ssid: "Monitor-0A1B2C", passphrase: "drive-safely", channel: 6, clients_max: 4 });
    expect(radio.accessPoint).toEqual({ ssid: "Monitor-0A1B2C", ip: "192.168.4.1", clients: 2, up: true });
    expect(radio.rssi).toBe(-61);
  });

  test("hands on what the native side tells", () => {
    const { radio, told, events, native } = rig();
    radio.join(SSID, "secret-1");
    native().onJoined("10.0.0.7");
    native().onLost(15);
    native().onScanned([{ ssid: SSID.buffer, rssi: -50, channel: 1, auth: "wpa2" }]);
    native().onScanned(null);
    expect(told).toEqual([["leave"], ["join", SSID, "secret-1"]]);
    expect(events).toEqual([
      ["joined", "10.0.0.7"],
      ["lost", 15],
      ["scanned", [{ ssid: SSID, rssi: -50, channel: 1, auth: "wpa2" }]],
      ["scanned", null],
    ]);
  });

  test("that does not start says so once, and every attempt to join fails later, not from within", () => {
    const { radio, timers, log, events } = rig({ start: "no radio: ESP_ERR_NO_MEM" });
    expect(log).toEqual(["no radio: ESP_ERR_NO_MEM: no access point and no network, the rest runs on"]);
    expect(radio.accessPoint).toEqual({ ssid: "Monitor-0A1B2C", ip: "", clients: 0, up: false });
    radio.join(SSID, "");
    expect(events).toEqual([]);
    timers.advance(1);
    expect(events).toEqual([["lost", 205]]);
    expect(() => radio.scan()).toThrow("no radio");
    radio.stop();
  });

  test("fails an attempt that the native side refuses, unless it was given up meanwhile", () => {
    const { radio, timers, events } = rig({ join: "passphrase" });
    radio.join(SSID, "short");
    radio.leave();
    radio.join(SSID, "short");
    radio.join(SSID, "short");
    timers.advance(1);
    expect(events).toEqual([["lost", 205]]);
  });

  test("gives the chip's radio back when it stops", () => {
    const { radio, told } = rig();
    radio.stop();
    expect(told).toEqual([["leave"], ["close"]]);
    expect(radio.accessPoint.up).toBe(false);
  });
});
