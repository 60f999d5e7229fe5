import fc from "fast-check";
import { MemoryStorage } from "../store/memory_storage";
import { AIR, escaped, WifiUnit } from "./wifi_unit";

const HOME = "ssid=Depot&password=night-shift";

function connected(): WifiUnit {
  const unit = new WifiUnit();
  unit.post(HOME);
  unit.wait(5000);
  expect(unit.get().sta.state).toBe("connected");
  return unit;
}

describe("the Wi-Fi document", () => {
  test("of a fresh unit has every key of the interface and no other", () => {
    expect(new WifiUnit().get()).toEqual({
      ap: { ssid: "Monitor-0A1B2C", ip: "127.0.0.1", clients: 0, up: true },
      sta: {
        state: "disabled",
        ssid: "",
        stored: false,
        connected: false,
        ip: "",
        rssi: 0,
        bars: 0,
        attempts: 0,
        retry_ms: 0,
        reason: 0,
        reason_text: "",
        password_set: false,
        auth_failed: false,
      },
      button: { gpio: 0, armed: false, held_ms: 0, hold_ms: 5000 },
      nvs: true,
    });
  });

  test("says that the settings partition is not usable", () => {
    expect(new WifiUnit(new MemoryStorage(new Map(), 0)).get().nvs).toBe(false);
  });

  test("shows the button arming, held and acting", () => {
    const unit = connected();
    expect(unit.get().button.armed).toBe(true);
    unit.pressed = true;
    unit.wait(3000);
    const { armed, held_ms } = unit.get().button;
    expect([armed, held_ms >= 2900 && held_ms <= 3000]).toEqual([true, true]);
  });
});

describe("the transitions of sta.state", () => {
  test("a correct passphrase ends connected within 15 s, with a real address and signal", () => {
    const unit = new WifiUnit();
    expect(unit.post(HOME)).toMatchObject({
      status: 200,
      body: { sta: { state: "connecting", ssid: "Depot", stored: true, password_set: true, connected: false } },
    });
    unit.wait(15_000);
    const { sta, ap } = unit.get();
    expect(sta).toMatchObject({ state: "connected", connected: true, ip: "127.0.0.1", attempts: 0, reason: 0 });
    expect([sta.rssi < -50, sta.bars, ap.up]).toEqual([true, 3, true]);
  });

  test("a wrong passphrase ends failed with reason 15, and the wait counts down", () => {
    const unit = new WifiUnit();
    unit.post("ssid=Depot&password=day-shift");
    unit.wait(1900);
    const { sta } = unit.get();
    expect(sta).toMatchObject({
      state: "failed",
      auth_failed: true,
      reason: 15,
      reason_text: "The passphrase is wrong.",
      attempts: 1,
    });
    unit.wait(500);
    expect(unit.get().sta.retry_ms).toBe(sta.retry_ms - 500);
    expect(unit.get().ap.up).toBe(true);
  });

  test("no such network in range is reason 201 and no failed authentication", () => {
    const unit = new WifiUnit();
    unit.post("ssid=Elsewhere&password=night-shift");
    unit.wait(2500);
    expect(unit.get().sta).toMatchObject({ state: "failed", auth_failed: false, reason: 201 });
  });

  test("a network lost while joined fails, backs off to 60 s, and is rejoined when it returns", () => {
    const unit = connected();
    unit.air = { networks: [], boot_button: false };
    unit.wait(1000);
    expect(unit.get().sta).toMatchObject({ state: "failed", reason: 200, attempts: 1, ip: "", connected: false });
    const waits: number[] = [];
    for (let attempts = 1; attempts < 9; attempts++) {
      const { sta } = unit.get();
      expect(sta.attempts).toBe(attempts);
      waits.push(sta.retry_ms);
      unit.wait(sta.retry_ms);
      expect(unit.get().sta.state).toBe("connecting");
      unit.wait(2400);
    }
    expect(waits.slice(1)).toEqual([4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
    unit.air = AIR;
    unit.wait(60_000 + 5000);
    expect(unit.get().sta).toMatchObject({ state: "connected", attempts: 0, reason: 0 });
  });

  test("reconnect tries now instead of waiting out the backoff", () => {
    const unit = new WifiUnit();
    unit.air = { networks: [], boot_button: false };
    unit.post(HOME);
    unit.wait(2500);
    unit.air = AIR;
    expect(unit.post("action=reconnect").body.sta).toMatchObject({ state: "connecting", retry_ms: 0, attempts: 1 });
    unit.wait(1300);
    expect(unit.get().sta.state).toBe("connected");
  });

  test("forget leaves the access point alone, and that still after a power cycle", () => {
    const unit = connected();
    const expected = { state: "disabled", ssid: "", stored: false, password_set: false, connected: false, ip: "" };
    expect(unit.post("action=forget")).toMatchObject({ status: 200, body: { ap: { up: true }, sta: expected } });
    const next = unit.powerCycle();
    next.wait(60_000);
    expect(next.get().sta).toMatchObject(expected);
  });

  test("forget touches no other record", () => {
    const storage = new MemoryStorage(new Map([["mqtt.identity", Uint8Array.of(1, 2)]]));
    const unit = new WifiUnit(storage);
    unit.post(HOME);
    unit.post("action=forget");
    expect([...storage.values]).toEqual([["mqtt.identity", Uint8Array.of(1, 2)]]);
  });

  test("BOOT held for 5 s is forget", () => {
    const unit = connected();
    unit.pressed = true;
    unit.wait(4900);
    expect(unit.get().sta.stored).toBe(true);
    unit.wait(200);
    expect(unit.get()).toMatchObject({
      ap: { up: true },
      sta: { state: "disabled", stored: false, password_set: false },
    });
    expect(unit.powerCycle().get().sta.stored).toBe(false);
  });

  test("a power cycle with stored credentials ends connected without anybody's help", () => {
    const next = connected().powerCycle();
    expect(next.get().sta).toMatchObject({ state: "connecting", stored: true });
    next.wait(15_000);
    expect(next.get().sta).toMatchObject({ state: "connected", stored: true, ssid: "Depot" });
  });
});

describe("POST /api/wifi", () => {
  test.each([
    ["password=night-shift", "ssid"],
    ["ssid=&password=night-shift", "ssid"],
    [`ssid=${"x".repeat(33)}&open=1`, "ssid"],
    [`ssid=${"%E1%9E%80".repeat(11)}&open=1`, "ssid"],
    ["ssid=a%00b&open=1", "ssid"],
    ["ssid=a%1Fb&open=1", "ssid"],
    ["ssid=a%7Fb&open=1", "ssid"],
    ["ssid=a%0d%0ab&open=1", "ssid"],
    ["ssid=%zz&open=1", "ssid"],
    ["ssid=Depot", "password"],
    ["ssid=Depot&password=", "password"],
    ["ssid=Depot&open=0", "password"],
    ["ssid=Depot&password=1", "password"],
    ["ssid=Depot&password=1234567", "password"],
    [`ssid=Depot&password=${"x".repeat(64)}`, "password"],
    ["ssid=Depot&password=1234567%C3%A9", "password"],
    ["ssid=Depot&password=1234567%0A", "password"],
    ["ssid=Depot&password=12345678%ff", "password"],
    ["ssid=Depot&password=night-shift&open=1", "password"],
    ["ssid=Depot&open=yes", "open"],
    ["action=reconnect", "ssid"],
    ["action=dance", "action"],
    ["action=forget&action=reconnect", "action"],
  ])("refuses %s, names %s, and changes nothing", (form, field) => {
    const unit = new WifiUnit();
    const { status, body } = unit.post(form);
    expect([status, body.field, typeof body.error]).toEqual([400, field, "string"]);
    expect(unit.get().sta).toMatchObject({ state: "disabled", stored: false });
    expect(unit.storage.values.size).toBe(0);
  });

  test.each(["12345678", "x".repeat(63), " spaces in it ", "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"])(
    "takes the passphrase %j",
    (passphrase) => {
      const unit = new WifiUnit();
      unit.air = { ...AIR, networks: [{ ...AIR.networks[0]!, passphrase }] };
      expect(unit.post(`ssid=Depot&password=${encodeURIComponent(passphrase)}`).status).toBe(200);
      unit.wait(2000);
      expect(unit.get().sta.state).toBe("connected");
    },
  );

  test("an empty or absent password keeps the stored one", () => {
    for (const form of ["ssid=Depot", "ssid=Depot&password="]) {
      const unit = connected();
      expect(unit.post(form)).toMatchObject({
        status: 200,
        body: { sta: { state: "connecting", password_set: true } },
      });
      unit.wait(2000);
      expect(unit.get().sta.state).toBe("connected");
    }
  });

  test("an open network is joined only when it is said to be open", () => {
    const unit = connected();
    expect(unit.post("ssid=Visitors").body.sta.password_set).toBe(true);
    unit.wait(2000);
    expect(unit.get().sta).toMatchObject({ state: "failed", auth_failed: false });
    expect(unit.post("ssid=Visitors&open=1").body.sta).toMatchObject({ password_set: false, attempts: 0 });
    unit.wait(2000);
    expect(unit.get().sta).toMatchObject({ state: "connected", ssid: "Visitors", bars: 2 });
  });

  test("a refused form leaves the network in force as it is", () => {
    const unit = connected();
    unit.post("ssid=Other&password=short");
    expect(unit.get().sta).toMatchObject({ state: "connected", ssid: "Depot" });
    expect(unit.powerCycle().get().sta.ssid).toBe("Depot");
  });

  test("credentials that cannot be stored hold until the next power cycle, and the document says so", () => {
    const unit = new WifiUnit(new MemoryStorage(new Map(), 0));
    expect(unit.post(HOME)).toMatchObject({
      status: 200,
      body: { nvs: false, sta: { stored: false, state: "connecting" } },
    });
  });

  test("credentials that cannot be erased are an error, and the station is off all the same", () => {
    const unit = connected();
    unit.storage.budget = unit.storage.operations;
    expect(unit.post("action=forget").status).toBe(500);
    expect(unit.get()).toMatchObject({ nvs: false, sta: { state: "disabled", stored: true } });
  });

  test("a body beyond its limit is 413, an absent one a missing ssid or 411", () => {
    const unit = new WifiUnit();
    expect(unit.post(`ssid=Depot&password=${"x".repeat(2000)}`).status).toBe(413);
    expect(unit.post("").body.field).toBe("ssid");
  });

  test("names of any bytes but control characters reach the radio as they were sent, and survive a power cycle", () => {
    const ssids = fc
      .uint8Array({ minLength: 1, maxLength: 32 })
      .map((raw) => raw.map((byte) => (byte < 32 || byte === 127 ? 0x80 | byte : byte)));
    fc.assert(
      fc.property(ssids, (ssid) => {
        const unit = new WifiUnit();
        unit.air = { networks: [{ ssid, passphrase: "", rssi: -40, channel: 1, auth: "open" }], boot_button: false };
        const { status, raw } = unit.post(`ssid=${escaped(ssid)}&open=1`);
        expect(status).toBe(200);
        expect(() => new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(raw))).not.toThrow();
        unit.wait(2000);
        expect(unit.get().sta.state).toBe("connected");
        const next = unit.powerCycle();
        next.wait(2000);
        expect(next.get().sta.state).toBe("connected");
      }),
      { numRuns: 60 },
    );
  });

  test("a name picked from the scan list is joined even where its bytes are no UTF-8", () => {
    const ssid = Uint8Array.of(0x63, 0x61, 0x66, 0xe9);
    const unit = new WifiUnit();
    unit.air = { networks: [{ ssid, passphrase: "", rssi: -40, channel: 1, auth: "open" }], boot_button: false };
    unit.post("", "/api/wifi/scan");
    unit.wait(3000);
    const [network] = unit.get("/api/wifi/scan").networks;
    unit.post(`ssid=${encodeURIComponent(network.ssid)}&open=1`);
    unit.wait(2000);
    expect(unit.get().sta).toMatchObject({ state: "connected", ssid: network.ssid });
  });

  test("no response and no log line ever holds a passphrase; the access point never goes down; figures agree", () => {
    const form = fc.constantFrom(
      HOME,
      "ssid=Depot&password=wrong-secret",
      "ssid=Depot&password=short1",
      "ssid=Elsewhere&password=night-shift",
      "ssid=Visitors&open=1",
      "ssid=Visitors",
      "action=reconnect",
      "action=forget",
      "ssid=%ff%fe&password=%ff",
    );
    const step = fc.oneof(
      form.map((text) => ({ form: text })),
      fc.integer({ min: 1, max: 70_000 }).map((wait_ms) => ({ wait_ms })),
      fc.constantFrom<"scan" | "vanish" | "return" | "press" | "release">(
        "scan",
        "vanish",
        "return",
        "press",
        "release",
      ),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const unit = new WifiUnit();
        for (const one of steps) {
          if (one === "scan") unit.post("", "/api/wifi/scan");
          else if (one === "vanish") unit.air = { networks: [], boot_button: false };
          else if (one === "return") unit.air = AIR;
          else if (typeof one === "string") unit.pressed = one === "press";
          else if ("form" in one) unit.post(one.form);
          else unit.wait(one.wait_ms);
          const { ap, sta } = unit.get();
          expect(ap.up).toBe(true);
          expect(sta.connected).toBe(sta.state === "connected");
          expect(sta.state === "disabled").toBe(sta.ssid === "");
          if (sta.state !== "failed") expect(sta.retry_ms).toBe(0);
          if (sta.state === "failed")
            expect([sta.attempts > 0, sta.reason > 0, sta.retry_ms <= 60_000]).toEqual([true, true, true]);
          if (sta.connected) expect([sta.attempts, sta.ip, sta.bars > 0]).toEqual([0, "127.0.0.1", true]);
        }
        const said = unit.responses.concat(unit.lines).join("\n");
        expect(said).not.toMatch(/night-shift|wrong-secret|short1/);
      }),
      { numRuns: 60 },
    );
  }, 30_000);
});

describe("scanning", () => {
  test("answers at once, then lists what was heard", () => {
    const unit = new WifiUnit();
    expect(unit.get("/api/wifi/scan")).toEqual({ scanning: false, age_ms: 0, networks: [] });
    expect(unit.post("", "/api/wifi/scan")).toMatchObject({ status: 200, body: { scanning: true } });
    unit.wait(1000);
    expect(unit.get("/api/wifi/scan")).toMatchObject({ scanning: true, networks: [] });
    unit.wait(2000);
    const { networks, age_ms, scanning } = unit.get("/api/wifi/scan");
    expect([scanning, age_ms]).toEqual([false, 600]);
    expect(networks).toEqual([
      { ssid: "Depot", rssi: -58, bars: 3, channel: 6, auth: "wpa2", open: false },
      { ssid: "Visitors", rssi: -71, bars: 2, channel: 11, auth: "open", open: true },
    ]);
  });

  test("is 409 while a scan runs, and the scan goes on", () => {
    const unit = new WifiUnit();
    unit.post("", "/api/wifi/scan");
    expect(unit.post("", "/api/wifi/scan").status).toBe(409);
    unit.wait(3000);
    expect(unit.post("", "/api/wifi/scan").status).toBe(200);
  });

  test("is 409 while the station is joining", () => {
    const unit = new WifiUnit();
    unit.post(HOME);
    expect(unit.post("", "/api/wifi/scan").status).toBe(409);
    unit.wait(2000);
    expect(unit.post("", "/api/wifi/scan").status).toBe(200);
  });

  test("with the station connected does not disturb it", () => {
    const unit = connected();
    unit.post("", "/api/wifi/scan");
    unit.wait(3000);
    expect(unit.get().sta.state).toBe("connected");
  });
});
