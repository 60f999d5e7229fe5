import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { type networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { servedAddress } from "../../../../src/boards/host/radio/address";
import { radioMac } from "../../../../src/boards/host/radio/mac";
import { DEFAULT_SURROUNDINGS, parseSurroundings } from "../../../../src/boards/host/radio/networks";
import { WatchedSurroundings } from "../../../../src/boards/host/radio/watched_surroundings";
import { bytes } from "../../../wifi/fake_radio";

const parse = (value: unknown) => parseSurroundings(JSON.stringify(value));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "drowsyguard-radio-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("the file of --radio", () => {
  test("names networks, with what is left out filled in", () => {
    expect(
      parse({
        networks: [
          { ssid: "កា", passphrase: "12345678", rssi: -40, channel: 11, auth: "wpa2/wpa3" },
          { ssid_hex: "ff00Ab" },
          { ssid: "p", passphrase: "12345678" },
        ],
      }),
    ).toEqual({
      networks: [
        { ssid: bytes("កា"), passphrase: "12345678", rssi: -40, channel: 11, auth: "wpa2/wpa3" },
        { ssid: Uint8Array.of(255, 0, 0xab), passphrase: "", rssi: -60, channel: 6, auth: "open" },
        { ssid: bytes("p"), passphrase: "12345678", rssi: -60, channel: 6, auth: "wpa2" },
      ],
      boot_button: false,
    });
  });

  test.each([
    [7, "the file"],
    [{}, "networks"],
    [{ networks: [7] }, "networks[0]"],
    [{ networks: [{}] }, "networks[0].ssid"],
    [{ networks: [{ ssid: "a" }, { ssid: "x".repeat(33) }] }, "networks[1].ssid"],
    [{ networks: [{ ssid_hex: "abc" }] }, "networks[0].ssid_hex"],
    [{ networks: [{ ssid: "a", passphrase: 12345678 }] }, "networks[0].passphrase"],
    [{ networks: [{ ssid: "a", rssi: 5 }] }, "networks[0].rssi"],
    [{ networks: [{ ssid: "a", channel: 15 }] }, "networks[0].channel"],
    [{ networks: [{ ssid: "a", auth: "wpa9" }] }, "networks[0].auth"],
    [{ networks: [], boot_button: "down" }, "boot_button"],
  ])("%j is refused, and what is wrong is named", (value, place) => {
    expect(() => parse(value)).toThrow(place);
  });

  test("a refusal never quotes the file, which holds passphrases", () => {
    expect(() => parseSurroundings('{"networks":[{"passphrase":"night-shift"')).toThrow(/^is not JSON$/);
  });

  test("that cannot be read at the start names the flag", () => {
    expect(() => new WatchedSurroundings(join(folder, "none.json"), () => {})).toThrow(
      /--radio .*none\.json: cannot be read \(ENOENT\)/,
    );
  });

  test("is read again when it changes; a broken change is told and the networks stay", async () => {
    const path = join(folder, "radio.json");
    writeFileSync(path, JSON.stringify({ networks: [{ ssid: "a" }] }));
    const lines: string[] = [];
    const watched = new WatchedSurroundings(path, (line) => lines.push(line));
    const until = async (done: () => boolean) => {
      for (let i = 0; i < 200 && !done(); i++) await new Promise((resolve) => setTimeout(resolve, 50));
      expect(done()).toBe(true);
    };
    try {
      writeFileSync(path, JSON.stringify({ networks: [{ ssid: "abc" }], boot_button: true }));
      await until(() => watched.now.boot_button);
      writeFileSync(path, "{");
      await until(() => lines.length > 0);
      expect(lines[0]).toMatch(/^--radio .*radio.json: is not JSON; the networks stay as they were$/);
      expect(watched.now.networks[0]!.ssid).toEqual(bytes("abc"));
    } finally {
      watched.close();
    }
  }, 25_000);

  test("without it two networks are heard, one of them open", () => {
    const { networks } = new WatchedSurroundings(null, () => {}).now;
    expect(networks).toBe(DEFAULT_SURROUNDINGS.networks);
    expect(networks.map(({ auth }) => auth === "open")).toEqual([false, true]);
  });
});

describe("the radio's address", () => {
  test("is made once per data folder", () => {
    const mac = radioMac(folder);
    expect(mac).toMatch(/^[0-9a-f]{12}$/);
    expect(radioMac(folder)).toBe(mac);
    expect(readFileSync(join(folder, "radio-mac"), "utf8")).toBe(`${mac}\n`);
    // Locally administered, not a group.
    expect(Number.parseInt(mac.slice(0, 2), 16) & 3).toBe(2);
  });

  test("is made anew where the file holds something else, or cannot be kept", () => {
    writeFileSync(join(folder, "radio-mac"), "junk");
    expect(radioMac(folder)).toMatch(/^[0-9a-f]{12}$/);
    expect(radioMac(join(folder, "none"))).toMatch(/^[0-9a-f]{12}$/);
    expect(statSync(join(folder, "radio-mac")).size).toBe(13);
  });
});

describe("the address that the unit reports", () => {
  const own = {
    lo: [at("127.0.0.1", true)],
    eth0: [{ ...at("fe80::1", false), family: "IPv6" }, at("192.0.2.7", false)],
  };

  function at(address: string, internal: boolean) {
    return { address, internal, family: "IPv4", netmask: "", mac: "", cidr: null };
  }

  test.each([
    ["127.0.0.1", "127.0.0.1"],
    ["192.0.2.9", "192.0.2.9"],
    ["0.0.0.0", "192.0.2.7"],
    ["::", "192.0.2.7"],
  ])("bound to %s is %s", (bind, address) => {
    expect(servedAddress(bind, own as unknown as ReturnType<typeof networkInterfaces>)).toBe(address);
  });

  test("without any network is this computer's own", () => {
    expect(servedAddress("0.0.0.0", {})).toBe("127.0.0.1");
  });
});
