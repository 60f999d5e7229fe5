import type { NetworkAuth } from "../../../../src/board/radio";
import type { SimulatedNetwork } from "../../../../src/boards/host/radio/networks";
import { SimulatedRadio } from "../../../../src/boards/host/radio/simulated_radio";
import { ManualTimers } from "../../../http/manual_timers";
import { bytes } from "../../../wifi/fake_radio";

const network = (name: string, auth: NetworkAuth, passphrase = "", rssi = -60): SimulatedNetwork => ({
  ssid: bytes(name),
  passphrase,
  rssi,
  channel: 1,
  auth,
});

function setUp(networks: SimulatedNetwork[], chance = () => 0.5) {
  const timers = new ManualTimers();
  const air = { networks, boot_button: false };
  const heard: string[] = [];
  const radio = new SimulatedRadio({
    timers,
    surroundings: () => air,
    chance,
    ap_ssid: "Monitor-0A1B2C",
    ip: "127.0.0.1",
  });
  radio.start({
    onJoined: (ip) => heard.push(`joined ${ip}`),
    onLost: (reason) => heard.push(`lost ${reason}`),
    onScanned: (list) =>
      heard.push(`scanned ${list?.map(({ ssid, rssi }) => `${Buffer.from(ssid)} ${rssi}`).join(", ")}`),
  });
  return { radio, timers, air, heard };
}

describe("the simulated radio", () => {
  test.each<[string, SimulatedNetwork[], string, string]>([
    ["the right passphrase", [network("a", "wpa2", "12345678")], "12345678", "joined 127.0.0.1"],
    ["an open network", [network("a", "open")], "", "joined 127.0.0.1"],
    ["a wrong passphrase", [network("a", "wpa2", "12345678")], "87654321", "lost 15"],
    ["no such network", [network("b", "open")], "", "lost 201"],
    ["a network out of reach", [network("a", "open", "", -99)], "", "lost 201"],
    ["none given where one is asked for", [network("a", "wpa3", "12345678")], "", "lost 210"],
    ["one given where none is asked for", [network("a", "open")], "12345678", "lost 211"],
    ["an enterprise network", [network("a", "enterprise")], "12345678", "lost 202"],
  ])("%s ends in %s", (_, networks, passphrase, outcome) => {
    const { radio, timers, heard } = setUp(networks);
    radio.join(bytes("a"), passphrase);
    expect(heard).toEqual([]);
    timers.advance(2500);
    expect(heard).toEqual([outcome]);
  });

  test("a network that goes takes its link along", () => {
    const { radio, timers, air, heard } = setUp([network("a", "open")]);
    radio.join(bytes("a"), "");
    timers.advance(10_000);
    expect(radio.rssi).toBe(-60);
    air.networks = [];
    timers.advance(500);
    expect(heard).toEqual(["joined 127.0.0.1", "lost 200"]);
    expect([radio.rssi, timers.count]).toEqual([0, 0]);
  });

  test("a network whose passphrase was changed loses the station and then refuses it", () => {
    const { radio, timers, air, heard } = setUp([network("a", "wpa2", "12345678")]);
    radio.join(bytes("a"), "12345678");
    timers.advance(2000);
    air.networks = [network("a", "wpa2", "87654321")];
    timers.advance(500);
    radio.join(bytes("a"), "12345678");
    timers.advance(2000);
    expect(heard).toEqual(["joined 127.0.0.1", "lost 200", "lost 15"]);
  });

  test("another join, or leave, ends the earlier one without a word", () => {
    const { radio, timers, heard } = setUp([network("a", "open"), network("b", "open")]);
    radio.join(bytes("a"), "");
    timers.advance(1000);
    radio.join(bytes("b"), "");
    timers.advance(1000);
    radio.leave();
    timers.advance(60_000);
    expect([heard, timers.count]).toEqual([[], 0]);
  });

  test("a scan takes its time and lists all that can be heard, hidden ones too", () => {
    const { radio, timers, heard } = setUp([
      network("a", "open"),
      network("", "wpa2", "12345678"),
      network("far", "open", "", -97),
    ]);
    radio.scan();
    expect(() => radio.scan()).toThrow();
    timers.advance(1999);
    expect(heard).toEqual([]);
    timers.advance(1001);
    expect(heard).toEqual(["scanned a -60,  -60"]);
  });

  test("the signal of the link drifts by a few dB and no more", () => {
    let turn = 0;
    const { radio, timers } = setUp([network("a", "open")], () => (turn++ % 20 < 13 ? 0.99 : 0));
    radio.join(bytes("a"), "");
    timers.advance(1200);
    const seen = new Set<number>();
    for (let i = 0; i < 100; i++) {
      timers.advance(500);
      seen.add(radio.rssi);
    }
    expect(seen.size).toBeGreaterThan(3);
    expect([Math.min(...seen) >= -64, Math.max(...seen) <= -56]).toEqual([true, true]);
  });

  test("the access point is up from start to stop, and stop leaves no timer", () => {
    const { radio, timers } = setUp([network("a", "open")]);
    expect(radio.accessPoint).toEqual({ ssid: "Monitor-0A1B2C", ip: "127.0.0.1", clients: 0, up: true });
    radio.join(bytes("a"), "");
    radio.scan();
    radio.stop();
    expect([radio.accessPoint.up, timers.count]).toEqual([false, 0]);
  });
});
