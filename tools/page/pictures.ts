/**
 * Takes the pictures of docs/page.md: every view at phone and desktop size, light beside dark, from a unit that runs
 * for a minute and a half. usage: node --import tsx tools/page/pictures.ts [FOLDER]
 */
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { chromium, type Page } from "playwright-core";

const ROOT = resolve(__dirname, "../..");
const CHROMIUM = "/usr/bin/chromium";
const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } } as const;
const VIEWS = ["drive", "plots", "alerts", "wifi", "mqtt", "engineer"] as const;
const GAP_PX = 20;
const GAP_COLOUR = "0x7f8a88";
/** By then the tour has shown every alert. */
const TOUR_MS = 96_000;
const NETWORKS = [
  { ssid: "Depot", passphrase: "night-shift", rssi: -54, channel: 6, auth: "wpa2" },
  { ssid: "Workshop", passphrase: "night-shift", rssi: -66, channel: 1, auth: "wpa2/wpa3" },
  { ssid: "Visitors", rssi: -74, channel: 11 },
];

const folder = resolve(process.argv[2] ?? join(ROOT, "docs/pictures"));
const scratch = mkdtempSync(join(tmpdir(), "drowsyguard-pictures-"));
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** The unit's program on ports of its own. */
async function startUnit() {
  writeFileSync(join(scratch, "radio.json"), JSON.stringify({ networks: NETWORKS }));
  const ports = ["--control-port", "0", "--stream-port", "0", "--data", join(scratch, "data")];
  const flags = ["--camera", "sim:tour", "--radio", join(scratch, "radio.json"), ...ports];
  const unit = spawn(process.execPath, ["--import", "tsx", "src/boards/host/main.ts", ...flags], { cwd: ROOT });
  const base = await new Promise<string>((done, refuse) => {
    unit.once("exit", () => refuse(new Error("the unit ended before it was ready")));
    unit.stdout.on("data", (chunk) => {
      const ready = /control (\S+)/.exec(`${chunk}`);
      if (ready) done(ready[1]!);
    });
  });
  return { unit, base };
}

async function prepare(base: string): Promise<void> {
  const post = (path: string, body: string) =>
    fetch(`${base}${path}`, { method: "POST", body: new URLSearchParams(body) });
  await post("/api/wifi/scan", "");
  await pause(4000);
  await post("/api/wifi", "ssid=Depot&password=night-shift");
}

/** Two pictures side by side with few colours: a page of flat areas stays sharp, and small. */
function joined(light: string, dark: string, size: keyof typeof SIZES, name: string): void {
  const scale = size === "desktop" ? "scale=800:-1:flags=lanczos," : "";
  const graph = [
    `[0]${scale}pad=iw+${GAP_PX}:ih:0:0:${GAP_COLOUR}[left]`,
    `[1]${scale}null[right]`,
    "[left][right]hstack,split[both][again]",
    "[both]palettegen=stats_mode=single[colours]",
    "[again][colours]paletteuse=dither=none",
  ].join(";");
  execFileSync("ffmpeg", ["-v", "error", "-y", "-i", light, "-i", dark, "-filter_complex", graph, join(folder, name)]);
}

async function main(): Promise<void> {
  const { unit, base } = await startUnit();
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    await prepare(base);
    const pages: { size: keyof typeof SIZES; theme: "light" | "dark"; page: Page }[] = [];
    for (const size of Object.keys(SIZES) as (keyof typeof SIZES)[]) {
      for (const theme of ["light", "dark"] as const) {
        const context = await browser.newContext({
          viewport: SIZES[size],
          isMobile: size === "phone",
          colorScheme: theme,
          reducedMotion: "reduce",
        });
        const page = await context.newPage();
        // One of them on the plots' view while the tour goes on: all of them record it.
        await page.goto(`${base}/#/plots`);
        pages.push({ size, theme, page });
      }
    }
    await pause(TOUR_MS);
    for (const view of VIEWS) {
      for (const { size, theme, page } of pages) {
        await page.goto(`${base}/#/${view}`);
        await pause(1500);
        await page.screenshot({ path: join(scratch, `${view}-${size}-${theme}.png`) });
      }
      for (const size of Object.keys(SIZES) as (keyof typeof SIZES)[]) {
        const at = (theme: string) => join(scratch, `${view}-${size}-${theme}.png`);
        joined(at("light"), at("dark"), size, `page-${view}-${size}.png`);
      }
    }
    const { page } = pages[1]!;
    await page.goto(`${base}/#/drive`);
    await fetch(`${base}/api/settings?lang=km`, { method: "POST" });
    await page.waitForSelector(".verdict.bad", { timeout: 120_000 });
    await pause(500);
    await page.screenshot({ path: join(scratch, "alarm.png") });
    await page.goto(`${base}/#/alerts`);
    await pause(1500);
    await page.screenshot({ path: join(scratch, "khmer.png") });
    joined(join(scratch, "alarm.png"), join(scratch, "khmer.png"), "phone", "page-khmer-phone.png");
  } finally {
    await browser.close();
    unit.kill("SIGTERM");
    await new Promise((done) => unit.once("exit", done));
    rmSync(scratch, { recursive: true });
  }
}

void main();
