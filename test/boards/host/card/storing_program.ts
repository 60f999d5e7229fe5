/**
 * Stores captures one after the other until it is killed; prints a line for each that is on the card. usage: DIR COUNT
 * The disk is made as slow as a card: a file grows in small pieces, so that most kills find one half-written.
 */
import { type FileHandle, open } from "node:fs/promises";
import { Captures } from "../../../../src/announce/captures";
import { HostCard } from "../../../../src/boards/host/card/card";
import { hostTimers } from "../../../../src/boards/host/timers";

const [dir, count] = process.argv.slice(2) as [string, string];
const PIECE = 1000;
const jpeg = new Uint8Array(40_000);
jpeg.set([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2]);
jpeg.set([0xff, 0xd9], jpeg.length - 2);

async function slowDown(): Promise<void> {
  const handle = await open(process.execPath, "r");
  const prototype: FileHandle = Object.getPrototypeOf(handle);
  await handle.close();
  prototype.writeFile = async function (this: FileHandle, data): Promise<void> {
    const bytes = data as Uint8Array;
    for (let at = 0; at < bytes.length; at += PIECE) await this.write(bytes.subarray(at, at + PIECE));
  };
}

async function main(): Promise<void> {
  await slowDown();
  const captures = new Captures(new HostCard(dir, 0), hostTimers, async () => {});
  await captures.start();
  for (let i = 1; i <= Number(count); i++) {
    captures.store({ uptime_ms: i, reason: "drowsy", risk: 0.5, perclos: 0.5 }, Promise.resolve(jpeg));
    while (captures.state.stored < i) await new Promise((resolve) => setImmediate(resolve));
    process.stdout.write(`${captures.state.events}\n`);
  }
}

void main();
