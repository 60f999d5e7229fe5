/** The tie between page and unit: how often it asks, what it does while nobody looks, and when the unit is away. */
import { mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { eventually } from "../conformance/context";
import { type RunningUnit, startUnit } from "../conformance/running_unit";
import { openBrowser, pictureShown, seen, statusOf, VIEWS, type Visit, visit } from "./browser";

jest.setTimeout(60_000);

/** Five requests in a row take a second at least, less what the first of them may start late on a busy machine. */
const FIVE_MS = 950;

let browser: Browser;
let folder: string;
let unit: RunningUnit;
const flags = () => ["--camera", "sim:alert", "--data", join(folder, "data")];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "drowsyguard-link-"));
  [browser, unit] = await Promise.all([openBrowser(), startUnit(flags())]);
});

afterAll(async () => {
  await browser?.close();
  expect(await unit.stop()).toBe(0);
  rmSync(folder, { recursive: true });
});

// A test that failed half-way must not leave its page at the stream for the next one.
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

const viewers = (count: number) =>
  eventually(`${count} viewers`, 10_000, async () => ((await statusOf(unit)).stream.viewers === count ? true : null));

/** Requests that polling makes: documents, not pictures. */
const polls = ({ requests }: Visit) => requests.filter(({ url }) => /\/api\/(?!event\?)/.test(url));

test("asks five times a second at most, on every view, and moves nothing while it does", async () => {
  const page = await visit(browser, unit);
  await seen(page.page, ".verdict.ok .word", "Awake", 20_000);
  const shifts: Record<string, number> = {};
  for (const view of VIEWS) {
    await page.open(view);
    await page.page.waitForTimeout(600);
    const before = await page.shift();
    await page.page.waitForTimeout(500);
    shifts[view] = (await page.shift()) - before;
  }
  expect(shifts).toEqual(Object.fromEntries(VIEWS.map((view) => [view, 0])));
  // As the browser itself saw them start.
  const starts = await page.page.evaluate<number[]>(
    `performance.getEntriesByType("resource").filter(({ name }) => /\\/api\\/(?!event\\?)/.test(name)).map(({ startTime }) => startTime)`,
  );
  const five_ms = starts.slice(5).map((start, i) => start - starts[i]!);
  expect(five_ms.length).toBeGreaterThan(20);
  expect(Math.min(...five_ms)).toBeGreaterThanOrEqual(FIVE_MS);
  const origins = new Set(page.requests.map(({ url }) => new URL(url).origin));
  expect([...origins].sort()).toEqual([unit.base, unit.stream].sort());
  expect(page.errors).toEqual([]);
  await page.page.context().close();
});

test("asks nothing and gives its place at the stream back while it is hidden", async () => {
  await viewers(0);
  const page = await visit(browser, unit);
  await viewers(1);
  const hide = (hidden: boolean) =>
    page.page.evaluate(`Object.defineProperty(document, "hidden", { configurable: true, get: () => ${hidden} });
      document.dispatchEvent(new Event("visibilitychange"))`);
  await hide(true);
  await viewers(0);
  await page.page.waitForTimeout(300);
  const before = polls(page).length;
  await page.page.waitForTimeout(1500);
  expect(polls(page)).toHaveLength(before);
  await hide(false);
  await viewers(1);
  await eventually("it asks again", 10_000, async () => (polls(page).length > before ? true : null));
  await page.page.context().close();
});

test("shows single pictures where every place at the stream is taken", async () => {
  // Those of pages that were closed are gone.
  await viewers(0);
  const { hostname, port } = new URL(unit.stream);
  const others: Socket[] = [];
  // A connection of a page that is just closing may still take a place: who was refused asks again.
  await eventually("four viewers", 10_000, async () => {
    if ((await statusOf(unit)).stream.viewers === 4) return true;
    const socket = connect(Number(port), hostname);
    socket.on("error", () => {});
    socket.on("data", () => {});
    socket.write(`GET /stream HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
    others.push(socket);
    return null;
  });
  const { page, requests } = await visit(browser, unit);
  await seen(page, ".single", "Single pictures");
  await pictureShown(page, ".preview img");
  const singles = () => requests.filter(({ url }) => url.includes("/frame?")).length;
  await eventually("one picture after the other", 5000, async () => (singles() >= 3 ? true : null));
  for (const socket of others) socket.destroy();
  await page.context().close();
});

test("says that the unit is away, and comes back by itself when it was stopped and started again", async () => {
  const { page, errors, requests } = await visit(browser, unit);
  await seen(page, ".verdict.ok .word", "Awake");
  const { base, stream } = unit;
  expect(await unit.stop()).toBe(0);
  await seen(page, ".away", "The unit does not answer");
  await seen(page, ".verdict.bad .word", "No connection");
  await seen(page, ".preview.dim", "No picture");
  const before = requests.length;
  await page.click(`nav a[href="#/mqtt"]`);
  await page.click(`nav a[href="#/drive"]`);
  const ports = ["--control-port", new URL(base).port, "--stream-port", new URL(stream).port];
  unit = await startUnit([...flags(), ...ports]);
  await seen(page, ".verdict.ok .word", "Awake", 20_000);
  expect(await page.locator(".away p").count()).toBe(0);
  await pictureShown(page, ".preview img");
  expect(requests.slice(before).filter(({ url }) => url === `${base}/`)).toEqual([]);
  expect(errors).toEqual([]);
});
