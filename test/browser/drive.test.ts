/** What a driver sees, over the scenes of the synthetic driver and over a camera that dies. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { eventually } from "../conformance/context";
import { type RunningUnit, startUnit } from "../conformance/running_unit";
import { openBrowser, pictureShown, seen, statusOf, VIEWS, type Visit, visit } from "./browser";

jest.setTimeout(60_000);

let browser: Browser;
let folder: string;
const units: RunningUnit[] = [];
let sleeper: RunningUnit;
let leaver: RunningUnit;
let filmed: RunningUnit;

/** The scenes start together: while one is looked at, the other goes on. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "drowsyguard-film-"));
  const film = join(folder, "road.mp4");
  const picture = "testsrc=size=240x240:rate=10:duration=20";
  execFileSync("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", picture, "-pix_fmt", "yuv420p", film]);
  const start = async (...flags: string[]) => {
    const unit = await startUnit(flags);
    units.push(unit);
    return unit;
  };
  [browser, sleeper, leaver, filmed] = await Promise.all([
    openBrowser(),
    start("--camera", "sim:microsleep"),
    start("--camera", "sim:leaves"),
    start("--camera", `file:${film}`),
  ]);
});

afterAll(async () => {
  await browser?.close();
  for (const unit of units) expect(await unit.stop()).toBe(0);
  rmSync(folder, { recursive: true });
});

/** Processes that any thread of this one started. */
function children(pid: number): number[] {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean).map(Number),
  );
}

/**
 * The colour of the overlay near a point of the camera's frame: [red, green, blue, alpha]. Near, for the driver moves
 * while two ask for the status; the mirror of the point is far off.
 */
const overlayAt = (page: Page, x: number, y: number): Promise<number[]> =>
  page.evaluate(`(() => {
    const canvas = document.querySelector(".preview canvas");
    const k = canvas.width / 240;
    const { data } = canvas.getContext("2d").getImageData(canvas.width - ${x} * k - 15, ${y} * k - 15, 30, 30);
    for (let i = 0; i < data.length; i += 4) if (data[i + 3] > 200) return [...data.subarray(i, i + 4)];
    return [0, 0, 0, 0];
  })()`);

/** The elements whose Khmer text is drawn, even in part, by a font that has no Khmer: such a letter is a box. */
async function boxes(page: Page): Promise<{ checked: number; boxed: string[] }> {
  const families = execFileSync("fc-list", [":lang=km", "family"], { encoding: "utf8" });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("DOM.enable");
  await devtools.send("CSS.enable");
  await page.evaluate(`for (const element of document.querySelectorAll("body *")) element.toggleAttribute("data-khmer",
    /^[\\u1780-\\u17ff\\s]*[\\u1780-\\u17ff][\\u1780-\\u17ff\\s]*$/.test(element.textContent))`);
  const { root } = await devtools.send("DOM.getDocument");
  const { nodeIds } = await devtools.send("DOM.querySelectorAll", { nodeId: root.nodeId, selector: "[data-khmer]" });
  const boxed: string[] = [];
  for (const nodeId of nodeIds) {
    const { fonts } = await devtools.send("CSS.getPlatformFontsForNode", { nodeId });
    const { outerHTML } = await devtools.send("DOM.getOuterHTML", { nodeId });
    const foreign = fonts.filter(({ familyName }) => !families.includes(familyName));
    const glyphs = foreign.reduce((sum, { glyphCount }) => sum + glyphCount, 0);
    const spaces = outerHTML.replace(/<[^>]*>/g, "").match(/\s|&nbsp;/g)?.length ?? 0;
    if (glyphs > spaces) boxed.push(outerHTML);
  }
  await devtools.detach();
  return { checked: nodeIds.length, boxed };
}

describe("a driver who falls asleep for a moment", () => {
  let seat: Visit;

  test("is first seen awake: a calm word, the live picture, the face found where it is", async () => {
    seat = await visit(browser, sleeper);
    const { page } = seat;
    await seen(page, ".verdict.ok .word", "Awake", 40_000);
    expect(await page.locator(".verdict [role=alert]").count()).toBe(0);
    await pictureShown(page, ".preview img");
    await eventually("the overlay lies on the landmarks", 15_000, async () => {
      const { lm, face } = await statusOf(sleeper);
      if (!face.found) return null;
      // The nose and a corner of the mouth; mirrored, they would lie elsewhere.
      const drawn = [await overlayAt(page, lm.x[2], lm.y[2]), await overlayAt(page, lm.x[3], lm.y[3])];
      return drawn.every(([, , blue, alpha]) => alpha === 255 && blue! > 200) ? true : null;
    });
    expect(await page.title()).toMatch(/^Awake/);
    expect((await statusOf(sleeper)).stream.viewers).toBe(1);
    expect(seat.errors).toEqual([]);
  });

  test("follows the unit's language, and says that the sound is off", async () => {
    await fetch(`${sleeper.base}/api/settings?muted=1&lang=km`, { method: "POST" });
    await seen(seat.page, ".muted_mark", "បានបិទសំឡេង");
    expect(await seat.page.getAttribute("html", "lang")).toBe("km");
  });

  test("is woken by a word and a colour that cannot be missed, muted or not", async () => {
    const { page } = seat;
    await seen(page, ".verdict.bad [role=alert] .word", "ភ្ញាក់ឡើង!", 40_000);
    await seen(page, ".muted_mark", "បានបិទសំឡេង");
    const { alert } = await statusOf(sleeper);
    expect(alert).toMatchObject({ active: true, reason: "microsleep", muted: true });
    await seen(page, ".last li", "លក់មួយភ្លែត");
    await pictureShown(page, ".last img");
  });

  test("reads Khmer without boxes on every view", async () => {
    for (const view of VIEWS) {
      await seat.open(view);
      await seat.page.waitForTimeout(500);
      const { checked, boxed } = await boxes(seat.page);
      expect(checked).toBeGreaterThan(5);
      expect(boxed).toEqual([]);
    }
    expect(await seat.page.locator(".plot canvas[role=img]").count()).toBe(0);
    await seat.open("plots");
    expect(await seat.page.locator(".plot canvas[role=img]").count()).toBe(4);
    expect(seat.errors).toEqual([]);
  });

  test("may be read in another language than the unit speaks", async () => {
    const { page } = seat;
    await page.click("details.display summary");
    await page.selectOption(".menu select >> nth=0", "en");
    await seen(page, "h1", "Plots");
    await page.reload();
    await seen(page, "h1", "Plots");
    expect((await statusOf(sleeper)).alert.lang).toBe("km");
  });
});

test("a driver who leaves is missed on every view, and welcome back", async () => {
  const { page, open, errors } = await visit(browser, leaver, { viewport: { width: 1280, height: 800 } });
  await seen(page, ".verdict.bad .word", "No driver", 40_000);
  await seen(page, ".senses dd", "empty");
  await open("wifi");
  await seen(page, ".pill.bad", "No driver");
  await seen(page, ".pill.ok", "Awake", 30_000);
  expect(errors).toEqual([]);
});

test("a dead camera outranks everything, and its last picture does not pass for the present", async () => {
  const { page, errors } = await visit(browser, filmed);
  await pictureShown(page, ".preview img");
  // The film is gone, and the program that plays it ends.
  rmSync(join(folder, "road.mp4"));
  for (const child of children(filmed.process.pid!)) {
    if (readFileSync(`/proc/${child}/comm`, "utf8").trim() === "ffmpeg") process.kill(child, "SIGKILL");
  }
  await seen(page, ".verdict.bad [role=alert] .word", "Not monitoring", 15_000);
  await seen(page, ".verdict.bad .detail", "The camera gives no picture");
  await seen(page, ".preview.dim", "No picture");
  expect(await page.locator(".senses dd").allTextContents()).toEqual(["–", "–", "–", "–"]);
  expect(errors).toEqual([]);
});
