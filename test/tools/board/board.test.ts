/** What the board's build takes from this side. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { LANGS, REASONS } from "../../../src/announce/reasons";
import { bundleCodec } from "../../../tools/board/codec";
import { preloadManifest } from "../../../tools/board/preload";
import { bundleForXs, XsMachine } from "../../../tools/replay/xs_machine";

const ROOT = resolve(__dirname, "../../..");
const json = (path: string) => JSON.parse(readFileSync(join(ROOT, path), "utf8"));

describe("the codec for XS", () => {
  const folder = mkdtempSync(join(tmpdir(), "drowsyguard-codec-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  test("is one module without imports that encodes and parses on XS", async () => {
    const text = await bundleCodec();
    expect(text).not.toMatch(/^import\s/m);
    // What is only named in brackets is stripped from the image, and calling it ends the program.
    expect(text.match(/\w\[["'][A-Za-z_$][\w$]*["']\]/g)).toBeNull();
    expect(text).toContain("Symbol.for(");
    writeFileSync(join(folder, "mqtt_packet.js"), text);
    const contents = `import ${JSON.stringify(join(ROOT, "test/xs/freeze_built_ins"))};
      import mqttPacket from "./mqtt_packet";
      import { packetCodec } from ${JSON.stringify(join(ROOT, "src/mqtt/packet_codec"))};
      const codec = packetCodec(mqttPacket);
      globalThis.handleCommand = () => {
        const packet = { cmd: "publish", topic: "a/b", payload: "x", qos: 1, retain: false, dup: false, message_id: 7 };
        const connack = codec.decode(Uint8Array.of(0x20, 2, 0, 5), "3.1.1");
        return Uint8Array.of(connack.code, ...codec.encode(packet, "3.1.1")).buffer;
      };`;
    const machine = await XsMachine.start(await bundleForXs({ contents, resolveDir: folder }));
    try {
      const { bytes } = await machine.command("");
      expect([...bytes]).toEqual([5, 0x32, 8, 0, 3, 97, 47, 98, 0, 7, 120]);
    } finally {
      await machine.close();
    }
  });
});

describe("the manifest", () => {
  const { modules, data } = json("manifest.json") as {
    modules: Record<string, string | string[]>;
    data: Record<"*", string[]>;
  };
  const taken = Object.values(modules).flat();

  test("takes every file of the product's portable part", () => {
    const folders = readdirSync(join(ROOT, "src"), { withFileTypes: true });
    const missing = folders
      .filter(({ name }) => !["boards", "page"].includes(name))
      .map((entry) => (entry.isDirectory() ? `./src/${entry.name}/*` : `./src/${entry.name.replace(/\.ts$/, "")}`))
      .filter((source) => !taken.includes(source));
    expect(missing).toEqual([]);
  });

  test("takes them under the names by which they import each other", () => {
    const renamed = Object.entries(modules).flatMap(([target, sources]) =>
      [sources]
        .flat()
        .filter((source) => source.startsWith("./src/"))
        .filter((source) => source !== `./src/${target === "*" ? source.slice("./src/".length) : target}`),
    );
    expect(renamed).toEqual([]);
  });

  test("has a folder for each folder: its patterns reach no deeper", () => {
    const deeper = readdirSync(join(ROOT, "src"), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && !entry.name.endsWith(".d.ts"))
      .map((entry) => entry.parentPath.slice(join(ROOT, "src").length + 1))
      .filter((folder) => folder !== "" && !/^(page|boards\/host|boards\/esp32s3\/selftest)/.test(folder))
      .filter((folder) => !taken.includes(`./src/${folder}/*`));
    expect([...new Set(deeper)]).toEqual([]);
  });

  test("puts page, icon and all ten clips into flash", () => {
    expect(data["*"]).toEqual(["./build/board/page/*", "./src/page/favicon.ico", "./src/announce/clips/*"]);
    const clips = LANGS.flatMap((lang) => REASONS.map(({ token }) => `${lang}_${token}.wav`));
    expect(readdirSync(join(ROOT, "src/announce/clips")).sort()).toEqual(clips.sort());
  });

  test("makes ready in flash what imports nothing but the product itself, and nothing of the board", () => {
    const { preload } = JSON.parse(preloadManifest()) as { preload: string[] };
    expect(preload).toEqual(expect.arrayContaining(["unit", "monitor/monitor", "http/server", "mqtt/client"]));
    expect(preload.filter((name) => name === "main" || /^(boards|page)\//.test(name))).toEqual([]);
    for (const name of preload) {
      const text = readFileSync(join(ROOT, "src", `${name}.ts`), "utf8");
      // What is made ready is frozen: a module-level variable could never change.
      expect(text).not.toMatch(/^(?:export )?(?:let|var) /m);
    }
  });
});

describe("the target", () => {
  const { config, defines } = json("targets/esp32s3_cam/manifest.json") as {
    config: { card: Record<string, number> };
    defines: { camera: Record<string, number>; speaker: Record<string, number> };
  };

  test("has the pins of the unit document", () => {
    expect(defines.camera).toEqual({
      ...{ xclk: 15, siod: 4, sioc: 5, vsync: 6, href: 7, pclk: 13 },
      ...{ d7: 16, d6: 17, d5: 18, d4: 12, d3: 10, d2: 8, d1: 9, d0: 11 },
    });
    expect(defines.speaker).toEqual({ bclk: 41, lrc: 42, din: 2 });
  });

  test("uses no pin twice, and none that the module needs for itself", () => {
    const button = 0;
    const pins = [defines.camera, defines.speaker, config.card].flatMap((group) => Object.values(group));
    expect(new Set([button, ...pins]).size).toBe(pins.length + 1);
    const flash_and_psram = [26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37];
    const usb_and_uart = [19, 20, 43, 44];
    expect(pins.filter((pin) => [...flash_and_psram, ...usb_and_uart].includes(pin))).toEqual([]);
  });
});

describe("the flash", () => {
  const rows = readFileSync(join(ROOT, "partitions.csv"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split(",").map((cell) => cell.trim()))
    .map(([name, type, , offset, size]) => ({ name, type, from: Number(offset), to: Number(offset) + Number(size) }));

  test("holds its partitions one after the other, the program where it must begin", () => {
    for (const [i, row] of rows.entries()) {
      expect(row.from).toBeGreaterThanOrEqual(i === 0 ? 0x9000 : rows[i - 1]!.to);
      expect(row.to).toBeLessThanOrEqual(16 * 1024 * 1024);
      if (row.type === "app") expect(row.from % 0x10000).toBe(0);
    }
    expect(rows.map(({ name }) => name)).toEqual(["nvs", "phy_init", "factory"]);
  });

  test.each(["sdkconfig.defaults", "sdkconfig.defaults.release"])("%s says each thing once", (file) => {
    const names = readFileSync(join(ROOT, file), "utf8")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => {
        expect(line).toMatch(/^CONFIG_[A-Z0-9_]+=(?:y|n|\d+)$/);
        return line.split("=")[0];
      });
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });
});
