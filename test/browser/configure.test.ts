/** What an installer and an engineer do: sound, Wi-Fi, MQTT, the whole status. And that anyone can use all of it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { source as axe } from "axe-core";
import type { Browser, Page } from "playwright-core";
import { Monitor } from "../../src/monitor/monitor";
import { DEFAULT_SETTINGS } from "../../src/monitor/settings";
import { parseObservation } from "../../src/monitor/trace";
import { type Document, eventually, getDocument } from "../conformance/context";
import { type RunningUnit, startUnit } from "../conformance/running_unit";
import { openBrowser, pictureShown, seen, statusOf, VIEWS, type Visit, visit } from "./browser";

jest.setTimeout(60_000);

const NETWORKS = [
  { ssid: "Depot", passphrase: "night-shift", rssi: -50, channel: 6, auth: "wpa2" },
  { ssid: "Visitors", rssi: -71, channel: 11 },
  { ssid: "អ៊ីនធឺណិត", passphrase: "night-shift", rssi: -80, channel: 1, auth: "wpa3" },
];

let browser: Browser;
let folder: string;
let unit: RunningUnit;
let visited: Visit;
let page: Page;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "drowsyguard-configure-"));
  writeFileSync(join(folder, "radio.json"), JSON.stringify({ networks: NETWORKS }));
  // A driver who yawns leaves captures behind for the gallery.
  const flags = ["--camera", "sim:yawning", "--radio", join(folder, "radio.json")];
  [browser, unit] = await Promise.all([openBrowser(), startUnit(flags)]);
  visited = await visit(browser, unit);
  page = visited.page;
});

afterAll(async () => {
  await browser?.close();
  expect(await unit.stop()).toBe(0);
  rmSync(folder, { recursive: true });
});

const button = (name: string) => page.getByRole("button", { name, exact: true });

describe("Wi-Fi", () => {
  test("a radio that is busy is asked again until it scans, strongest first", async () => {
    await visited.open("wifi");
    await seen(page, ".sentence", "on its own network only");
    let refused = 0;
    page.on("response", (response) => {
      if (response.status() === 409 && response.url().endsWith("/api/wifi/scan")) refused++;
    });
    // Somebody else's scan runs; this page does not know of it yet.
    await Promise.all([fetch(`${unit.base}/api/wifi/scan`, { method: "POST" }), button("Scan").click({ force: true })]);
    if (refused === 0) await page.evaluate(`fetch("/api/wifi/scan", { method: "POST" })`);
    await eventually("a 409", 5000, async () => (refused > 0 ? true : null));
    await seen(page, ".network", "Depot");
    expect(await page.locator(".network b").allTextContents()).toEqual([
      "Depot",
      "Visitors",
      "អ៊ីនធឺណិត",
      "Another network",
    ]);
    expect(
      await page.locator(".network", { hasText: "Depot" }).locator("[aria-label]").getAttribute("aria-label"),
    ).toBe("signal 4 of 4");
    expect(await page.locator(".network .lock").count()).toBe(2);
  });

  test("a wrong passphrase is said in words, with the wait until the next try", async () => {
    await page.locator(".network", { hasText: "Depot" }).click();
    await page.getByLabel("Passphrase").fill("short");
    await button("Join").click();
    await seen(page, ".join .outcome.failed", "password");
    expect(await page.getByLabel("Passphrase").getAttribute("aria-invalid")).toBe("true");
    await page.getByLabel("Passphrase").fill("day-shift");
    await button("Join").click();
    await seen(page, ".progress .now", "Joining");
    await seen(page, ".progress .failed", "The passphrase is wrong.");
    await seen(page, ".sentence.failed", "Not connected to Depot: The passphrase is wrong.");
    await seen(page, ".card .note", /1 failed\. Next try in \d s\./);
  });

  test("the right one joins, step by step", async () => {
    await page.getByLabel("Passphrase").fill("night-shift");
    await button("Join").click();
    await seen(page, ".progress li.done", "Connected", 15_000);
    await seen(page, ".sentence.connected", "Connected to Depot, at 127.0.0.1.");
    expect((await getDocument(`${unit.base}/api/wifi`)).sta).toMatchObject({ state: "connected", stored: true });
  });

  test("forgetting asks first", async () => {
    await button("Forget this network").click();
    await seen(page, "dialog", "Forget Depot?");
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
    expect((await getDocument(`${unit.base}/api/wifi`)).sta.stored).toBe(true);
    await button("Forget this network").click();
    await page.locator("dialog .danger").click();
    await seen(page, ".sentence.disabled", "on its own network only");
    expect((await getDocument(`${unit.base}/api/wifi`)).sta.stored).toBe(false);
  });
});

describe("MQTT", () => {
  const field = (label: string) => page.getByLabel(label, { exact: true });

  test("every field shows its rule before there is an error", async () => {
    await visited.open("mqtt");
    await seen(page, ".sentence.disabled", "Publishing is off");
    const fields = await page.locator("form [id^=mqtt_][aria-describedby]").count();
    expect(fields).toBeGreaterThanOrEqual(17);
    for (const rule of await page.locator("form small[id$=_rule]").allTextContents()) expect(rule).not.toBe("");
    await button("Send a test alert").click();
    await seen(page, ".outcome", "Publishing is off: nothing was sent.");
  });

  test("a rejected field is named, shown and focused, and nothing is stored", async () => {
    const before = await getDocument(`${unit.base}/api/mqtt`);
    await field("Remark").fill("Bus 7");
    await field("Host").fill("not a host!");
    await button("Save").click();
    await seen(page, ".save .outcome.failed", "host");
    await seen(page, "#mqtt_host_rule [role=alert]", "A-Z a-z 0-9 . - only");
    expect(await field("Host").getAttribute("aria-invalid")).toBe("true");
    expect(await page.evaluate("document.activeElement.id")).toBe("mqtt_host");
    expect((await getDocument(`${unit.base}/api/mqtt`)).config).toEqual(before.config);
    await button("Discard changes").click();
    expect(await field("Host").inputValue()).toBe(before.config.host);
    expect(await field("Remark").inputValue()).toBe("Driver A");
  });

  test("the preset fills in the demo broker, and the port follows the transport", async () => {
    await button("WSS").click();
    expect([await field("Port").inputValue(), await field("WebSocket path").inputValue()]).toEqual(["8084", "/mqtt"]);
    await field("Transport").selectOption("tcp");
    expect(await field("Port").inputValue()).toBe("1883");
    expect(await page.getByLabel("WebSocket path").count()).toBe(0);
  });

  test("what is saved is in force: alerts wait in the queue while the broker is away", async () => {
    const server = createServer();
    const port = await new Promise<number>((done) =>
      server.listen(0, "127.0.0.1", () => done((server.address() as { port: number }).port)),
    );
    await new Promise((done) => server.close(done));
    await field("Host").fill("127.0.0.1");
    await field("Port").fill(`${port}`);
    await field("Password").fill("hunter-2");
    await field("Publish alerts").check();
    await button("Save").click();
    await seen(page, ".save .outcome", "Saved and in force.");
    await seen(page, ".sentence.backoff", "Alerts wait and are sent later");
    await button("Send a test alert").click();
    await seen(page, ".outcome", /Queued; [12] waiting\./);
    await seen(page, ".warning", /[12] of 16 places in the queue taken/);
    expect(await field("Password").inputValue()).toBe("");
    expect(await field("Password").getAttribute("placeholder")).toMatch(/stored/);
    expect(await page.content()).not.toContain("hunter-2");
    await field("Publish alerts").uncheck();
    await button("Save").click();
    await seen(page, ".sentence.disabled", "Publishing is off");
  });
});

describe("alerts", () => {
  test("the captures are a gallery: opened, downloaded, and deleted after a question", async () => {
    await visited.open("alerts");
    await seen(page, ".thumb", "Yawning", 40_000);
    await pictureShown(page, ".thumb img");
    await page.locator(".thumb").first().click();
    await pictureShown(page, ".opened");
    const [file] = await Promise.all([page.waitForEvent("download"), page.locator("dialog a[download]").click()]);
    expect(file.suggestedFilename()).toMatch(/^drowsyguard-\d+-yawning\.jpg$/);
    expect([...readFileSync(await file.path()).subarray(0, 2)]).toEqual([0xff, 0xd8]);
    await button("Close").click();
    await button("Delete all").click();
    await page.locator("dialog button", { hasText: "Cancel" }).click();
    expect((await getDocument(`${unit.base}/api/events`)).total).toBeGreaterThan(0);
    await button("Delete all").click();
    await page.locator("dialog .danger").click();
    await seen(page, ".outcome", "1 deleted.");
    expect((await getDocument(`${unit.base}/api/events`)).total).toBe(0);
  });

  test("every reason can be tried, muted or not, in the language of the voice", async () => {
    await button("Head nod").click();
    await seen(page, ".outcome", /Stay alert\..*\(built-in clip\)|Not played: “Stay alert/);
    await page.getByLabel("Mute the speaker").check();
    await eventually("muted", 5000, async () => ((await statusOf(unit)).alert.muted ? true : null));
    await button("No driver").click();
    await seen(page, ".outcome", "Not played: “No driver detected.” The speaker is muted.");
    await page.getByLabel("Mute the speaker").uncheck();
    await page.getByLabel("Language of the voice").selectOption("km");
    await seen(page, "h1", "ការព្រមាន");
    await page.locator("select").last().selectOption("en");
    await seen(page, "h1", "Alerts");
  });
});

describe("the engineer's view", () => {
  test("has every field of the status with its meaning, and finds one by either", async () => {
    await visited.open("engineer");
    const rows = await page.evaluate<string[][]>(
      `[...document.querySelectorAll("tbody tr")].map((row) => [...row.children].map((cell) => cell.textContent))`,
    );
    const names = rows.map(([name]) => name!);
    const paths = (value: Document, path: string[] = []): string[] =>
      typeof value === "object" && !Array.isArray(value)
        ? Object.entries(value).flatMap(([key, inner]) => paths(inner as Document, [...path, key]))
        : [path.join(".")];
    expect(names).toEqual(paths(await statusOf(unit)));
    expect(rows.filter(([, , meaning]) => meaning === "")).toEqual([]);
    await page.getByLabel("Search in names and meanings").fill("perclos");
    expect(await page.locator("tbody th").allTextContents()).toEqual(["eyes.perclos"]);
    await page.getByLabel("Search in names and meanings").fill("fused drowsiness");
    expect(await page.locator("tbody th").allTextContents()).toEqual(["risk.score"]);
  });

  test("gives the status and a trace away, and the trace can be replayed", async () => {
    const get = async (name: string) => {
      const [file] = await Promise.all([page.waitForEvent("download"), button(name).click()]);
      return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
    };
    const status = await get("Download the status");
    expect(status.name).toMatch(/^drowsyguard-status-[\d-]+\.json$/);
    expect(Object.keys(JSON.parse(status.text))).toEqual(Object.keys(await statusOf(unit)));
    const trace = await get("Download the trace");
    expect(trace.name).toMatch(/\.jsonl$/);
    const monitor = new Monitor(DEFAULT_SETTINGS);
    for (const line of trace.text.trimEnd().split("\n")) monitor.observe(parseObservation(line));
    expect(monitor.state).toMatchObject({ driver: true, presence: { state: "present", health: "ok" } });
  });

  test("sets the preview's quality and rate", async () => {
    await page.getByLabel(/JPEG quality/).fill("42");
    await eventually("the quality", 5000, async () => ((await statusOf(unit)).stream.quality === 42 ? true : null));
  });
});

describe("anyone can use it", () => {
  interface Violation {
    id: string;
    impact: string;
    nodes: { html: string; failureSummary: string }[];
  }

  test.each(["light", "dark"] as const)("axe finds nothing serious on any view, %s", async (colorScheme) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.evaluate(axe);
    // The colours are all that differs.
    const rules = colorScheme === "dark" ? ', { runOnly: ["color-contrast"] }' : "";
    for (const view of VIEWS) {
      await visited.open(view);
      await page.waitForTimeout(500);
      const { violations } = await page.evaluate<{ violations: Violation[] }>(`axe.run(document${rules})`);
      const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      const told = serious.map(({ id, nodes }) => [
        id,
        nodes.map(({ html, failureSummary }) => [html, failureSummary]),
      ]);
      expect([view, told]).toEqual([view, []]);
    }
  });

  test("the keyboard reaches every view and every control, and is told where it is", async () => {
    await visited.open("drive");
    for (const view of ["plots", "alerts", "wifi", "mqtt", "engineer"]) {
      await page.locator(`nav a[href="#/${view}"]`).focus();
      await page.keyboard.press("Enter");
      await page.waitForSelector(`main.view_${view}`);
      await page.waitForSelector("h1:focus");
      expect(await page.locator("nav a[aria-current=page]").getAttribute("href")).toBe(`#/${view}`);
    }
    await visited.open("alerts");
    const reached = new Set<string>();
    for (let i = 0; i < 25; i++) {
      await page.keyboard.press("Tab");
      reached.add(
        await page.evaluate("(document.activeElement.textContent || document.activeElement.type || '').trim()"),
      );
    }
    for (const name of ["Drowsy", "Microsleep", "Yawning", "Head nod", "No driver", "checkbox"])
      expect(reached).toContain(name);
  });

  test("nothing went wrong on the way", () => expect(visited.errors).toEqual([]));
});
