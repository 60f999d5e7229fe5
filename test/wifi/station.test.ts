import fc from "fast-check";
import { Station, type StationState } from "../../src/wifi/station";
import { ManualTimers } from "../http/manual_timers";
import { bytes } from "./fake_radio";

const HOME = { ssid: bytes("Depot"), passphrase: "night-shift" };
const OTHER = { ssid: bytes("Visitors"), passphrase: "" };

function setUp(chance = 0) {
  const timers = new ManualTimers();
  const calls: string[] = [];
  const states: StationState[] = [];
  const station = new Station({
    link: {
      join: (ssid, passphrase) => calls.push(`join ${Buffer.from(ssid)} ${passphrase}`),
      leave: () => calls.push("leave"),
    },
    timers,
    chance: () => chance,
    onState: (state) => states.push(state),
  });
  return { timers, calls, states, station };
}

function connected() {
  const all = setUp();
  all.station.configure(HOME);
  all.station.connect();
  all.station.joined("10.0.0.7");
  return all;
}

describe("the station", () => {
  test("is disabled without a network, and stays so when asked to connect", () => {
    const { station, calls, timers } = setUp();
    station.connect();
    timers.advance(100_000);
    expect([station.state, calls]).toEqual(["disabled", []]);
  });

  test("is idle with a network that was not tried yet", () => {
    const { station, calls } = setUp();
    station.configure(HOME);
    expect([station.state, calls]).toEqual(["idle", []]);
  });

  test("joins: connecting, then connected with an address and no failures", () => {
    const { station, calls, states } = setUp();
    station.configure(HOME);
    station.connect();
    expect(station.state).toBe("connecting");
    station.joined("10.0.0.7");
    expect(station).toMatchObject({ state: "connected", ip: "10.0.0.7", attempts: 0, reason: 0, retry_ms: 0 });
    expect(calls).toEqual(["join Depot night-shift"]);
    expect(states).toEqual(["idle", "connecting", "connected"]);
  });

  test("a wrong passphrase fails, with its reason, and the wait counts down", () => {
    const { station, timers } = setUp();
    station.configure(HOME);
    station.connect();
    station.lost(15);
    expect(station).toMatchObject({ state: "failed", reason: 15, attempts: 1, retry_ms: 2000, ip: "" });
    timers.advance(1500);
    expect(station.retry_ms).toBe(500);
  });

  test("retries after 2 s, doubling to 60 s, for as long as it fails", () => {
    const { station, timers, calls } = setUp();
    station.configure(HOME);
    station.connect();
    const waits = [2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000];
    for (const [i, wait_ms] of waits.entries()) {
      station.lost(201);
      expect(station).toMatchObject({ attempts: i + 1, retry_ms: wait_ms });
      timers.advance(wait_ms - 1);
      expect(station.state).toBe("failed");
      timers.advance(1);
      expect(station.state).toBe("connecting");
    }
    expect(calls.length).toBe(waits.length + 1);
  });

  test("jitter lengthens the wait by less than a quarter and never beyond the ceiling", () => {
    const { station, timers } = setUp(0.999);
    station.configure(HOME);
    station.connect();
    for (const wait_ms of [2499, 4998, 9989 + 1, 19_980 - 0, 39_992, 60_000]) {
      station.lost(201);
      expect(Math.abs(station.retry_ms - wait_ms)).toBeLessThan(20);
      timers.advance(station.retry_ms);
    }
  });

  test("success resets the backoff", () => {
    const { station, timers } = setUp();
    station.configure(HOME);
    station.connect();
    station.lost(201);
    timers.advance(2000);
    station.lost(201);
    timers.advance(4000);
    station.joined("10.0.0.7");
    expect(station).toMatchObject({ attempts: 0, reason: 0 });
    station.lost(200);
    expect(station).toMatchObject({ state: "failed", attempts: 1, retry_ms: 2000 });
  });

  test("a lost network is rejoined without anybody's help", () => {
    const { station, timers, states } = connected();
    station.lost(200);
    expect(station).toMatchObject({ state: "failed", ip: "", reason: 200 });
    timers.advance(2000);
    station.joined("10.0.0.8");
    expect(station).toMatchObject({ state: "connected", ip: "10.0.0.8" });
    expect(states.slice(2)).toEqual(["connected", "failed", "connecting", "connected"]);
  });

  test("reconnect does not wait out the backoff", () => {
    const { station, timers, calls } = connected();
    station.lost(200);
    timers.advance(10);
    station.connect();
    expect(station).toMatchObject({ state: "connecting", attempts: 1, retry_ms: 0 });
    expect(calls).toEqual(["join Depot night-shift", "join Depot night-shift"]);
    timers.advance(5000);
    // The old wait is gone: nothing joins a second time.
    expect(calls.length).toBe(2);
  });

  test("reconnect while connected starts over", () => {
    const { station } = connected();
    station.connect();
    expect(station).toMatchObject({ state: "connecting", ip: "" });
  });

  test("another network starts with a clean record", () => {
    const { station, calls } = connected();
    station.lost(15);
    station.configure(OTHER);
    station.connect();
    expect(station).toMatchObject({ state: "connecting", attempts: 0, reason: 0 });
    expect(calls.at(-1)).toBe("join Visitors ");
  });

  test("forget leaves nothing: no network, no reason, no timer, and the radio's copy is blanked", () => {
    const { station, calls, timers } = connected();
    station.lost(15);
    station.forget();
    expect(station).toMatchObject({
      state: "disabled",
      credentials: null,
      attempts: 0,
      reason: 0,
      retry_ms: 0,
      ip: "",
    });
    expect(calls.at(-1)).toBe("leave");
    expect(timers.count).toBe(0);
  });

  test("an attempt that the radio never ends fails by itself", () => {
    const { station, timers, calls } = setUp();
    station.configure(HOME);
    station.connect();
    timers.advance(20_000);
    expect(station).toMatchObject({ state: "failed", reason: 205, attempts: 1 });
    expect(calls).toEqual(["join Depot night-shift", "leave"]);
  });

  test("what the radio says too late is not heard", () => {
    const { station } = connected();
    station.forget();
    station.joined("10.0.0.9");
    station.lost(8);
    expect(station).toMatchObject({ state: "disabled", ip: "", attempts: 0 });
  });

  test("stop ends the link, keeps the network and sets no timer", () => {
    const { station, timers, calls } = connected();
    station.stop();
    expect(station).toMatchObject({ state: "idle", ip: "" });
    expect([calls.at(-1), timers.count]).toEqual(["leave", 0]);
  });

  test("whatever happens, its figures agree with its state", () => {
    const happening = fc.oneof(
      fc.constantFrom("configure", "connect", "forget", "joined", "stop").map((name) => ({ name, value: 0 })),
      fc.record({ name: fc.constant("lost"), value: fc.integer({ min: 1, max: 212 }) }),
      fc.record({ name: fc.constant("wait"), value: fc.integer({ min: 0, max: 70_000 }) }),
    );
    fc.assert(
      fc.property(
        fc.array(happening, { maxLength: 40 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (all, chance) => {
          const { station, timers } = setUp(chance);
          for (const { name, value } of all) {
            const before = station.attempts;
            if (name === "configure") station.configure(HOME);
            else if (name === "connect") station.connect();
            else if (name === "forget") station.forget();
            else if (name === "joined") station.joined("10.0.0.7");
            else if (name === "stop") station.stop();
            else if (name === "lost") station.lost(value);
            else timers.advance(value);
            const { state, retry_ms, attempts, ip, credentials, reason } = station;
            expect(credentials === null).toBe(state === "disabled");
            expect(ip !== "").toBe(state === "connected");
            expect(retry_ms > 0).toBe(state === "failed" && retry_ms > 0);
            expect(retry_ms).toBeLessThanOrEqual(60_000);
            if (state === "failed") {
              expect(attempts).toBeGreaterThan(0);
              expect(reason).toBeGreaterThan(0);
              if (before !== attempts && name === "lost") expect(retry_ms).toBeGreaterThanOrEqual(2000);
            }
            if (state === "connected") expect([attempts, reason]).toEqual([0, 0]);
            // One thing at most is waited for: the end of an attempt or the next one.
            expect(timers.count).toBe(state === "connecting" || state === "failed" ? 1 : 0);
          }
        },
      ),
    );
  });
});
