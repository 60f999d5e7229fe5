/** The flashing page. */
import type { ImageDocument } from "../image_document";
import { Board } from "./board";

const LOG_MAX = 200_000;

function element<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

const log = element("log");
const state = element("state");
const progress = element<HTMLProgressElement>("progress");
const buttons = ["write", "console"].map((id) => element<HTMLButtonElement>(id));

let image: ImageDocument | null = null;
let board: Board | null = null;

function say(text: string): void {
  const follows = log.scrollTop + log.clientHeight >= log.scrollHeight - 20;
  log.textContent = `${log.textContent}${text.replaceAll("\r", "")}`.slice(-LOG_MAX);
  if (follows) log.scrollTop = log.scrollHeight;
}

/** While a port is in use there is one thing to do: let go of it. */
function busy(words: string | null): void {
  for (const button of buttons) button.disabled = words !== null;
  element("stop").hidden = words === null;
  element("line").hidden = true;
  progress.hidden = true;
  state.textContent = words ?? "";
}

async function withPort(use: (board: Board) => Promise<void>): Promise<void> {
  let port: SerialPort;
  try {
    port = await navigator.serial.requestPort();
  } catch {
    return;
  }
  const mine = new Board(port, {
    onText: say,
    onProgress: (share) => {
      progress.hidden = false;
      progress.value = share;
    },
  });
  board = mine;
  busy("connecting");
  let words = "";
  try {
    await use(mine);
  } catch (error) {
    if (board === mine) words = error instanceof Error ? error.message : String(error);
  }
  await mine.close();
  board = null;
  busy(null);
  state.textContent = words;
}

async function listen(mine: Board): Promise<void> {
  state.textContent = "connected";
  progress.hidden = true;
  element("line").hidden = false;
  await mine.listen();
}

async function write(mine: Board): Promise<void> {
  image = await load();
  if (!image) return;
  const data = await Promise.all(
    image.parts.map(async (_, i) => new Uint8Array(await (await fetch(`parts/${i}`)).arrayBuffer())),
  );
  state.textContent = "writing: leave the cable alone";
  await mine.write(image, data, element<HTMLInputElement>("erase").checked);
  say("\nAll is written. The board starts.\n\n");
  await listen(mine);
}

async function load(): Promise<ImageDocument | null> {
  const answer = await fetch("image.json");
  const body = await answer.json();
  const where = element("image");
  if (!answer.ok) {
    where.textContent = body.error;
    return null;
  }
  const document = body as ImageDocument;
  const kilobytes = Math.round(document.parts.reduce((sum, { size }) => sum + size, 0) / 1024);
  where.textContent = `Image of ${new Date(document.built).toLocaleString()}, ${kilobytes} KB in ${document.parts.length} parts.`;
  return document;
}

element("write").addEventListener("click", () => void withPort(write));
element("console").addEventListener("click", () => void withPort(listen));
element("stop").addEventListener("click", () => {
  const mine = board;
  board = null;
  void mine?.close();
});
element("line").addEventListener("submit", (event) => {
  event.preventDefault();
  const command = element<HTMLInputElement>("command");
  void board?.say(command.value);
  command.value = "";
});

if (navigator.serial) element("steps").hidden = false;
else element("unsupported").hidden = false;
void load();
