/** GET and POST /api/wifi and /api/wifi/scan, as far as they leave the unit's network alone. */
import assert from "node:assert/strict";
import { assertRefused, type Check, type Context, type Document, eventually, getDocument, request } from "../context";

const AUTHS = ["open", "wep", "wpa", "wpa2", "wpa/wpa2", "wpa3", "wpa2/wpa3", "enterprise", "unknown"];

const post = ({ base }: Context, form: string) =>
  request(`${base}/api/wifi`, { method: "POST", body: new URLSearchParams(form), headers: FORM });
const FORM = { "Content-Type": "application/x-www-form-urlencoded" };

const refusals: [string, string, string][] = [
  ["without ssid", "password=longenough", "ssid"],
  ["with an ssid of 33 bytes", `ssid=${"x".repeat(33)}&open=1`, "ssid"],
  ["with an ssid of 11 characters in 33 bytes", `ssid=${encodeURIComponent("ក".repeat(11))}&open=1`, "ssid"],
  ["with a control character in ssid", "ssid=a%07b&open=1", "ssid"],
  ["with a password of 1 character", "ssid=a&password=1", "password"],
  ["with a password of 7 characters", "ssid=a&password=1234567", "password"],
  ["with a password of 64 characters", `ssid=a&password=${"x".repeat(64)}`, "password"],
  ["with a password that is not ASCII", "ssid=a&password=12345678%C3%A9", "password"],
];

const document: Check = {
  name: "the Wi-Fi document has its keys, its figures agree, and it holds no passphrase",
  async run({ base }) {
    const text = await (await request(`${base}/api/wifi`)).text();
    const { ap, sta, button, nvs } = JSON.parse(text) as Document;
    assert.deepEqual(Object.keys(JSON.parse(text)), ["ap", "sta", "button", "nvs"]);
    assert.deepEqual(Object.keys(ap), ["ssid", "ip", "clients", "up"]);
    assert.deepEqual(
      Object.keys(sta).join(" "),
      "state ssid stored connected ip rssi bars attempts retry_ms reason reason_text password_set auth_failed",
    );
    assert.deepEqual(Object.keys(button), ["gpio", "armed", "held_ms", "hold_ms"]);
    assert.equal(ap.up, true);
    assert.ok(["disabled", "idle", "connecting", "connected", "failed"].includes(sta.state));
    assert.equal(sta.connected, sta.state === "connected");
    assert.ok(sta.retry_ms >= 0 && sta.retry_ms <= 60_000 && sta.bars >= 0 && sta.bars <= 4);
    assert.deepEqual([button.gpio, button.hold_ms], [0, 5000]);
    assert.equal(typeof nvs, "boolean");
    assert.doesNotMatch(text, /"(password|passphrase|psk)"/);
  },
};

const netGroup: Check = {
  name: "the net group of the status agrees with the Wi-Fi document",
  async run({ base }) {
    const { net } = await getDocument(`${base}/api/status`);
    const { ap } = await getDocument(`${base}/api/wifi`);
    assert.equal(
      Object.keys(net).join(" "),
      "ssid ip clients sta sta_ip rssi sta_state sta_bars sta_retry_ms button_armed",
    );
    assert.deepEqual([net.ssid, net.ip], [ap.ssid, ap.ip]);
  },
};

const scan: Check = {
  name: "a scan answers at once, a second one is 409, and the list keeps its rules",
  async run({ base }) {
    const url = `${base}/api/wifi/scan`;
    await eventually("the radio is free to scan", 30_000, async () => {
      const response = await request(url, { method: "POST" });
      if (response.status === 409) return null;
      assert.equal(response.status, 200);
      assert.equal(await response.text(), '{"scanning":true}');
      return true;
    });
    assert.equal((await getDocument(url)).scanning, true);
    await assertRefused(await request(url, { method: "POST" }), 409);
    const list = await eventually("the scan ends", 15_000, async () => {
      const found = await getDocument(url);
      return found.scanning ? null : found;
    });
    assert.ok(Number.isInteger(list.age_ms) && list.age_ms >= 0 && list.age_ms < 5000);
    const names = list.networks.map((one: Document) => one.ssid);
    assert.ok(names.length <= 24);
    assert.equal(new Set(names).size, names.length);
    assert.ok(!names.includes(""));
    let before = 0;
    for (const { rssi, bars, channel, auth, open } of list.networks) {
      assert.ok(rssi <= before);
      before = rssi;
      assert.equal(bars, [-55, -67, -75, -85].filter((least) => rssi >= least).length);
      assert.ok(channel >= 1 && channel <= 14 && AUTHS.includes(auth));
      assert.equal(open, auth === "open");
    }
  },
};

export const checks: Check[] = [
  document,
  netGroup,
  ...refusals.map(
    ([what, form, field]): Check => ({
      name: `POST /api/wifi ${what} is 400, names ${field} and changes nothing`,
      async run(context) {
        const before = (await getDocument(`${context.base}/api/wifi`)).sta;
        await assertRefused(await post(context, form), 400, field);
        const after = (await getDocument(`${context.base}/api/wifi`)).sta;
        assert.deepEqual([after.ssid, after.stored], [before.ssid, before.stored]);
      },
    }),
  ),
  scan,
];
