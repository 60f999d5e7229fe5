/** Writes the image to a board from a browser: serves a page on this computer alone. */
import { resolve } from "node:path";
import { Flags, fail, optionsOrExit } from "../../src/boards/host/flags";
import { buildFlashPage } from "./build_page";
import { readImage } from "./image";
import { flashServer } from "./server";

const PROGRAM = "flash-page";
const USAGE = `usage: make flash-page ARGS="[FLAGS]"

  --port N       port of the page (default 8070; 0 takes a free one)
  --image DIR    folder that make image built into (default build/image)
  --help         this text`;

interface Options {
  readonly port: number;
  readonly image: string;
}

function parseOptions(args: readonly string[]): Options | null {
  const flags = new Flags(args, {
    port: { type: "string", default: "8070" },
    image: { type: "string", default: resolve(__dirname, "../../build/image") },
    help: { type: "boolean", default: false },
  });
  if (flags.given("help")) return null;
  return { port: flags.wholeNumber("port", 65535), image: flags.text("image") };
}

async function main(): Promise<void> {
  const { port, image } = optionsOrExit(PROGRAM, USAGE, parseOptions);
  const server = flashServer(await buildFlashPage(), () => readImage(image));
  server.on("error", (error: NodeJS.ErrnoException) => fail(PROGRAM, `port ${port} cannot be bound (${error.code})`));
  server.listen(port, "127.0.0.1", () => {
    const { port: bound } = server.address() as { port: number };
    console.log(`open http://127.0.0.1:${bound} in Chrome or Edge`);
  });
}

void main();
