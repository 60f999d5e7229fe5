/** The page in a real browser: sliders, reset, an empty seat, a fault, a trace replayed with other settings. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { source as axe } from "axe-core";
import type { Browser, Page } from "playwright-core";
import { formatObservation } from "../../../src/monitor/trace";
import { openBrowser } from "../../../test/browser/browser";
import { Drive } from "../../../test/monitor/driver";
import { writeEmptyClip } from "../clip";
import { eventually, getState } from "../http";
import { childrenOf, wake } from "../processes";
import { type RunningDashboard, startDashboard } from "../running_dashboard";

jest.setTimeout(90_000);

const WAIT_MS = 20_000;

let folder: string;
let browser: Browser;
let driver: RunningDashboard;
let empty: RunningDashboard;
let page: Page;
/** What went wrong within a page: a script error, or a request that failed. */
const complaints: string[] = [];

async function open(base: string): Promise<Page> {
  const opened = await browser.newPage({ viewport: { width: 1400, height: 1100 } });
  opened.setDefaultTimeout(WAIT_MS);
  opened.on("pageerror", (error) => complaints.push(error.message));
  opened.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  await opened.goto(base);
  return opened;
}

/** Waits until the text of `selector` matches. */
async function reads(on: Page, selector: string, text: RegExp): Promise<void> {
  await on.locator(selector, { hasText: text }).first().waitFor();
}

async function until(what: string, probe: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + WAIT_MS;
  while (!(await probe())) {
    if (Date.now() > end) throw new Error(`not within ${WAIT_MS} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The browser writes every refusal to its console: so many there were, and nothing else. */
function expectRefusals(count: number): void {
  expect(complaints.splice(0)).toEqual(Array(count).fill(expect.stringContaining("status of 400")));
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "drowsyguard-dashboard-"));
  const clip = join(folder, "empty.mp4");
  writeEmptyClip(clip);
  browser = await openBrowser();
  driver = await startDashboard(["--camera", "sim:alert"]);
  page = await open(driver.base);
});

afterAll(async () => {
  await browser?.close();
  await Promise.all([driver?.stop(), empty?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

test("shows the state, all three streams, the time per stage", async () => {
  await reads(page, "#state", /^ok$/);
  for (const [selector, width] of Object.entries({ "#video": 480, ".tensor": 256, ".eyes": 528 })) {
    const natural = `document.querySelector("${selector}").naturalWidth`;
    await until(`${selector} is loaded`, async () => (await page.evaluate(natural)) === width);
  }
  await reads(page, "#facts", /sim:alert · mode eye · [\d.]+ fps/);
  await reads(page, "#stages", /face detection[\d.]+ ms/);
});

test("a slider changes its setting at once, and a value that is refused says why and changes nothing", async () => {
  await page.locator("#trigger").fill("0.4");
  await eventually(driver.base, "the trigger is taken", ({ config }) => config.trigger === 0.4);
  for (const [key, value] of Object.entries({
    required: 20,
    cooldown: 60,
    perclos_window: 100,
    no_driver_after: 7.5,
  })) {
    await page.locator(`#${key}`).fill(`${value}`);
    await eventually(driver.base, `${key} is taken`, ({ config }) => config[key] === value);
  }
  await page.locator("#no_driver_alert").uncheck();
  await eventually(driver.base, "the switch is taken", ({ config }) => config.no_driver_alert === false);
  const number = page.getByRole("spinbutton", { name: "Trigger" });
  await number.fill("5");
  await number.press("Enter");
  await reads(page, "#refused", /trigger must be from 0 to 1/);
  expect((await getState(driver.base)).config.trigger).toBe(0.4);
  // What another page or a script changed shows here, too.
  await fetch(`${driver.base}/config`, { method: "POST", body: '{"trigger": 0.7}' });
  await number.blur();
  const slider = page.locator("#trigger");
  await until("the slider follows", async () => (await slider.inputValue()) === "0.7");
  expectRefusals(1);
});

test("records what the decisions see", async () => {
  await page.locator("#record").click();
  await reads(page, "#trace-status", /recording, \d\d+ frames/);
  await page.locator("#record").click();
  await reads(page, "#trace-status", /^\d+ frames/);
  expect(await page.locator("#replay").isEnabled()).toBe(true);
});

test("replays a trace with the settings above beside its own: what would have been announced, and when", async () => {
  const frames = [...new Drive({ fps: 15, seed: 5 }).awake(15).closeEyes(3).awake(40).leave(12).frames()];
  const trace = join(folder, "trace.jsonl");
  writeFileSync(trace, frames.map((o) => `${formatObservation(o)}\n`).join(""));
  await page.locator("#required").fill("75");
  await page.locator("#trigger").fill("1");
  await eventually(driver.base, "required is taken", ({ config }) => config.required === 75 && config.trigger === 1);
  await page.locator("#no_driver_alert").check();
  await eventually(driver.base, "the switch is taken", ({ config }) => config.no_driver_alert === true);
  await page.locator("#load").setInputFiles(trace);
  await reads(page, "#trace-status", new RegExp(`trace.jsonl: ${frames.length} frames, 70 s`));
  await page.locator("#replay").click();
  await reads(page, "#differences", /trigger 0.55 → 1 · required 8 → 75/);
  const rows = await page.locator("#verdicts tr").allInnerTexts();
  expect(rows.map((row) => row.split("\t").slice(1))).toEqual([
    [expect.stringMatching(/^MICROSLEEP at 16\.\d s$/), "–"],
    [expect.stringMatching(/^NO DRIVER at 6\d\.\d s$/), "–"],
    ["–", expect.stringMatching(/^NO DRIVER at 6\d\.\d s$/)],
  ]);
  const file = join(folder, "broken.jsonl");
  writeFileSync(file, '{"t_ms":0}\n');
  await page.locator("#load").setInputFiles(file);
  await reads(page, "#trace-status", /^line 1: health must be/);
  expectRefusals(1);
});

test("can be used by keyboard and screen reader, as far as axe can tell", async () => {
  await page.evaluate(axe);
  const { passes, violations } = await page.evaluate<Record<"passes" | "violations", { id: string }[]>>("axe.run()");
  expect(passes.length).toBeGreaterThan(10);
  expect(violations.map(({ id }) => id)).toEqual([]);
});

test("reset begins anew and keeps the settings", async () => {
  const before = await getState(driver.base);
  await page.locator("#reset").click();
  const after = await eventually(driver.base, "a reset", ({ frames }) => frames < before.frames);
  expect(after.config.no_driver_after).toBe(7.5);
  await reads(page, "#facts", /baselines are being learned/);
});

test("an empty seat and a camera that stalls are told apart", async () => {
  empty = await startDashboard(["--camera", `file:${join(folder, "empty.mp4")}`]);
  const seat = await open(empty.base);
  await reads(seat, "#state", /^no-driver$/);
  await reads(seat, "#alerts", /NO DRIVER/);
  await reads(seat, "#counts", /no_driver 1/);
  const [ffmpeg] = childrenOf(empty.process.pid!);
  process.kill(ffmpeg!, "SIGSTOP");
  await reads(seat, "#state", /^fault$/);
  await reads(seat, "#trouble", /no frames from the camera/);
  wake(ffmpeg!);
  await reads(seat, "#state", /^no-driver$/);
  await seat.locator("#trouble").waitFor({ state: "hidden" });
  await empty.stop();
  await reads(seat, "#trouble", /does not answer/);
});

test("no script of the page failed meanwhile", () => {
  // The last dashboard was stopped while its page was open: that is what these tell.
  expect(
    complaints.filter((text) => !/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE|ERR_EMPTY|ERR_CONNECTION_RESET/.test(text)),
  ).toEqual([]);
});
