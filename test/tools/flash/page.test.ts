/** The flashing page in a real browser, with a serial port that a script plays. */
import { once } from "node:events";
import { rmSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { buildFlashPage } from "../../../tools/flash/build_page";
import { readImage } from "../../../tools/flash/image";
import { flashServer } from "../../../tools/flash/server";
import { openBrowser } from "../../browser/browser";
import { imageFolder } from "./image_folder";

/** A board that greets at 115200 baud and answers each line in capitals. */
const BOARD = `
  const opened = [];
  let tell;
  const port = {
    getInfo: () => ({}),
    open: async ({ baudRate }) => {
      opened.push(baudRate);
      port.readable = new ReadableStream({ start: (controller) => { tell = (text) => controller.enqueue(new TextEncoder().encode(text)); } });
      port.writable = new WritableStream({ write: (bytes) => tell(new TextDecoder().decode(bytes).toUpperCase() + "\\n") });
      setTimeout(() => tell("0.100 info unit: ready\\r\\n"), 10);
    },
    close: async () => { opened.push("closed"); },
    setSignals: async () => {},
  };
  Object.defineProperty(navigator, "serial", { value: { requestPort: async () => port } });
  window.opened = opened;
`;

const folder = imageFolder();
let server: Server;
let browser: Browser;
let base = "";

beforeAll(async () => {
  server = flashServer(await buildFlashPage(), () => readImage(folder)).listen(0, "127.0.0.1");
  await once(server, "listening");
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  browser = await openBrowser();
}, 60_000);
afterAll(async () => {
  await browser?.close();
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

async function open(script: string) {
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  await page.addInitScript(script);
  await page.goto(base);
  return { page, errors };
}

test("says which image it would write", async () => {
  const { page, errors } = await open(BOARD);
  await page.getByText(/Image of .* in 3 parts\./).waitFor();
  expect(errors).toEqual([]);
  await page.close();
}, 60_000);

test("is a console of the board, and lets go of the port", async () => {
  const { page, errors } = await open(BOARD);
  await page.getByRole("button", { name: "Console only" }).click();
  await page.getByText("unit: ready").waitFor();
  await page.getByLabel("Command").fill("status");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("STATUS").waitFor();
  await page.getByRole("button", { name: "Disconnect" }).click();
  await page.getByRole("button", { name: "Disconnect" }).waitFor({ state: "hidden" });
  expect(await page.evaluate("opened")).toEqual([115_200, "closed"]);
  expect(errors).toEqual([]);
  await page.close();
}, 60_000);

test("tells a browser that cannot", async () => {
  const { page } = await open(
    'delete Navigator.prototype.serial; Object.defineProperty(navigator, "serial", { value: undefined });',
  );
  expect(await page.getByText("This browser has no Web Serial").isVisible()).toBe(true);
  expect(await page.getByRole("button", { name: "Write" }).isVisible()).toBe(false);
  await page.close();
}, 60_000);
