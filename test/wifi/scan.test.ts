import fc from "fast-check";
import type { RadioNetwork } from "../../src/board/radio";
import { listed, ScanCache } from "../../src/wifi/scan";
import { bars } from "../../src/wifi/signal";
import { ManualTimers } from "../http/manual_timers";
import { bytes } from "./fake_radio";

const heard = (name: string, rssi: number): RadioNetwork => ({ ssid: bytes(name), rssi, channel: 1, auth: "wpa2" });

describe("the list of networks", () => {
  test("has the strongest first, each name once with its strongest signal, and no hidden ones", () => {
    const list = listed([
      heard("a", -80),
      heard("", -20),
      heard("b", -50),
      heard("a", -40),
      heard("\0\0\0", -30),
      heard("a", -60),
    ]);
    expect(list.map(({ ssid, rssi }) => [Buffer.from(ssid).toString(), rssi])).toEqual([
      ["a", -40],
      ["b", -50],
    ]);
  });

  test("keeps the 24 strongest", () => {
    const list = listed(Array.from({ length: 60 }, (_, i) => heard(`n${i}`, -30 - i)));
    expect(list.length).toBe(24);
    expect(list.at(-1)!.rssi).toBe(-53);
  });

  test("holds these rules for any air", () => {
    const network = fc.record({
      ssid: fc.uint8Array({ maxLength: 2, max: 3 }),
      rssi: fc.integer({ min: -100, max: -1 }),
      channel: fc.constant(1),
      auth: fc.constant("open" as const),
    });
    fc.assert(
      fc.property(fc.array(network, { maxLength: 80 }), (air) => {
        const list = listed(air);
        const names = list.map(({ ssid }) => ssid.join());
        const visible = new Set(
          air.filter(({ ssid }) => ssid.some((byte) => byte !== 0)).map(({ ssid }) => ssid.join()),
        );
        expect(new Set(names).size).toBe(names.length);
        expect(names.length).toBe(Math.min(24, visible.size));
        expect(list.map(({ rssi }) => rssi)).toEqual([...list.map(({ rssi }) => rssi)].sort((a, b) => b - a));
        for (const { ssid, rssi } of list) {
          const same = air.filter((other) => other.ssid.join() === ssid.join());
          expect(rssi).toBe(Math.max(...same.map((other) => other.rssi)));
        }
      }),
    );
  });
});

describe("the scan cache", () => {
  test("is as old as the boot before the first scan, and as the last scan after it", () => {
    const timers = new ManualTimers();
    const cache = new ScanCache(timers);
    timers.advance(5000);
    expect([cache.scanning, cache.age_ms, cache.networks]).toEqual([false, 5000, []]);
    cache.begin(() => {});
    expect(cache.scanning).toBe(true);
    timers.advance(2000);
    cache.end([heard("a", -40)]);
    timers.advance(300);
    expect([cache.scanning, cache.age_ms, cache.networks.length, timers.count]).toEqual([false, 300, 1, 0]);
  });

  test("keeps its list while a scan runs and when one fails", () => {
    const timers = new ManualTimers();
    const cache = new ScanCache(timers);
    cache.begin(() => {});
    cache.end([heard("a", -40)]);
    timers.advance(1000);
    cache.begin(() => {});
    expect(cache.networks.length).toBe(1);
    cache.end(null);
    expect([cache.networks.length, cache.age_ms]).toEqual([1, 1000]);
  });

  test("does not wait for ever", () => {
    const timers = new ManualTimers();
    const cache = new ScanCache(timers);
    let timeouts = 0;
    cache.begin(() => timeouts++);
    timers.advance(10_000);
    expect([cache.scanning, timeouts]).toEqual([false, 1]);
  });
});

test.each([
  [-54, 4],
  [-55, 4],
  [-56, 3],
  [-67, 3],
  [-68, 2],
  [-75, 2],
  [-76, 1],
  [-85, 1],
  [-86, 0],
])("a signal of %i dBm has %i bars", (rssi, count) => {
  expect(bars(rssi)).toBe(count);
});
