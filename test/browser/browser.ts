/** Real headless Chromium on the page of a running unit. Each test file closes the browser that it opened. */
import { existsSync } from "node:fs";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { type Context, type Document, eventually } from "../conformance/context";

const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Nothing but what a test asks for: no update, no report, no request of the browser's own. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const VIEWS = ["drive", "plots", "alerts", "wifi", "mqtt", "engineer"] as const;

export function openBrowser(): Promise<Browser> {
  const executablePath = CHROMIUM.find((path) => existsSync(path));
  if (!executablePath) throw new Error("no Chromium is installed; make test installs it");
  return chromium.launch({ executablePath, args: FLAGS });
}

export interface Visit {
  readonly page: Page;
  /** Errors of the console and of scripts, the browser's lines on failed requests left out. */
  readonly errors: string[];
  /** Address of every request. */
  readonly requests: { readonly url: string; readonly at_ms: number }[];
  /** Sum of the layout shifts since the page was opened. */
  shift(): Promise<number>;
  /** Goes to a view as its tab does. */
  open(view: (typeof VIEWS)[number]): Promise<void>;
}

/** Counts what moved by itself. */
const WATCH_SHIFTS = `
  window.__shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.__shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
`;

/** The unit's page in a window of its own, as large as a phone unless `options` say otherwise. */
export async function visit(browser: Browser, unit: Context, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, ...options });
  const page = await context.newPage();
  const errors: string[] = [];
  const requests: Visit["requests"][number][] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      errors.push(message.text());
  });
  page.on("request", (request) => requests.push({ url: request.url(), at_ms: performance.now() }));
  await page.addInitScript(WATCH_SHIFTS);
  await page.goto(`${unit.base}/`);
  return {
    page,
    errors,
    requests,
    shift: () => page.evaluate("window.__shift"),
    async open(view) {
      await page.click(`nav a[href="#/${view}"]`);
      await page.waitForSelector(`main.view_${view}`);
    },
  };
}

/** What the unit says of itself, read as anyone can. */
export async function statusOf(unit: Context): Promise<Document> {
  return (await fetch(`${unit.base}/api/status`)).json();
}

/** Waits until the picture at `selector` is there: all of the unit's are 240 pixels wide. */
export function pictureShown(page: Page, selector: string, timeout = 10_000): Promise<true> {
  return eventually(`a picture at ${selector}`, timeout, async () => {
    // Not waitForFunction: the page's policy forbids what that does with a string.
    const width = await page.evaluate(`document.querySelector("${selector}")?.naturalWidth`);
    return width === 240 ? true : null;
  });
}

/** Waits for an element of the page that holds `text`. */
export async function seen(page: Page, selector: string, text: string | RegExp, timeout = 10_000): Promise<void> {
  await page.locator(selector, { hasText: text }).first().waitFor({ timeout });
}
