/** The board's program as it is put together, on Node and on real XS, with stand-ins for the chip and the SDK alone. */
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { MQTT_PACKET_ALIASES } from "../../../tools/mqtt/aliases";
import { bundleForXs } from "../../../tools/replay/xs_machine";
import { playing, runOnXs } from "../../xs/run_on_xs";

const standIn = (name: string) => join(__dirname, "chip", `${name}.ts`);
const NATIVE = ["vision", "radio", "client_socket", "card", "console", "system", "speaker"];
const ALIASES: Readonly<Record<string, string>> = {
  ...MQTT_PACKET_ALIASES,
  ...Object.fromEntries(NATIVE.map((name) => [`dg/${name}`, standIn(name)])),
  timer: standIn("timer"),
  Resource: standIn("resource"),
  "mc/config": standIn("config"),
  "embedded:io/digital": standIn("digital"),
  "embedded:io/socket/listener": standIn("listener"),
  "embedded:storage/key-value": standIn("key_value"),
};
const ENTRY = join(__dirname, "program.ts");

interface Played {
  readonly printed: string;
  readonly asked: readonly unknown[][];
  readonly status: string;
  readonly page: string;
  readonly frame: string;
}

/** The same bundle in a bare context of Node's engine. */
async function playHere(): Promise<string> {
  const context = createContext({ TextEncoder, trace: () => {} });
  runInContext(await bundleForXs(playing(ENTRY), ALIASES), context);
  for (let i = 0; i < 20; i++) await new Promise((done) => setImmediate(done));
  return Buffer.from(runInContext("handleCommand()", context)).toString();
}

let here = "";
let played: Played;
beforeAll(async () => {
  here = await playHere();
  played = JSON.parse(here);
}, 60_000);

describe("the board's program", () => {
  test("starts without a radio, a card and a speaker, and says so", () => {
    const log = played.printed.split("\r\n");
    expect(log).toContain("0.000 info chip: started: power-on");
    expect(log).toContain(
      "0.000 error wifi: no radio: ESP_ERR_NOT_SUPPORTED: no access point and no network, the rest runs on",
    );
    expect(log).toContain("0.000 info unit: ready, without a network");
  });

  test("hands the native parts what the documents and the target say", () => {
    expect(played.asked).toEqual(
      expect.arrayContaining([
        ["card", { clock_gpio: 39, command_gpio: 38, data_gpio: 40 }],
        ["digital", { pin: 0, mode: 1 }],
        ["vision", "camera", 3],
        ["clock", "pool.ntp.org"],
        ["track", 95, 95.5, 145, 94.5],
      ]),
    );
  });

  test("sees, decides and serves its state", () => {
    expect(played.status).toMatch(/^HTTP\/1\.1 200 /);
    const status = JSON.parse(played.status.slice(played.status.indexOf("\r\n\r\n")));
    expect(status).toMatchObject({
      camera: true,
      models: true,
      eye_model: true,
      driver: true,
      presence: { state: "present", health: "ok" },
      ms: { detect: 44.1 },
      mem: { heap: 123_456, psram: 5_000_000 },
      net: { ssid: "Monitor-0A1B2C" },
      card: { mounted: false },
    });
    expect(played.page).toMatch(/^HTTP\/1\.1 200 [\s\S]*<!doctype html>$/);
    expect(played.frame).toMatch(/^HTTP\/1\.1 503 /);
  });

  test("obeys its console: state, trace, reboot", () => {
    expect(played.printed).toContain("trace on\r\n");
    expect(played.printed.match(/^\{"t_ms":\d+,"health":"ok".*\}\r$/gm)).toHaveLength(5);
    expect(played.asked).toContainEqual(["restart"]);
  });

  test("says why XS gives up, and waits until it is said", () => {
    expect(played.printed).toMatch(/ error chip: gives up: memory full\r\n/);
    expect(played.printed).toMatch(/ error chip: gives up: unhandled exception: no such frame at here\r\n$/);
    expect(played.asked.slice(-2)).toEqual([["delay", 300], ["restart"]]);
  });

  test("does all of it alike on XS", async () => {
    expect(await runOnXs(ENTRY, ALIASES)).toBe(here);
  }, 60_000);
});
