/** The Board on a computer: Node's sockets and timers, the vision worker, files. */
import { readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { AssetName, Board } from "../../board/board";
import { bindPorts } from "./net/ports";
import type { Options } from "./options";
import { Recorder, recorded } from "./recorder";
import { hostTimers } from "./timers";
import { checkCamera } from "./vision/check-camera";
import { HostVision } from "./vision/vision";

const PAGE = resolve(__dirname, "../../page");

export interface HostBoard {
  readonly board: Board;
  readonly control_port: number;
  readonly stream_port: number;
}

function log(line: string): void {
  console.error(`${(hostTimers.now_ms() / 1000).toFixed(3)} ${line}`);
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true });
  } catch (error) {
    throw new Error(`--data ${path}: cannot be made (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** Checks everything that the flags name, then binds both ports. Rejects with one line that names what is wrong. */
export async function createHostBoard(options: Options): Promise<HostBoard> {
  await checkCamera(options.camera);
  await makeFolder(options.data);
  const recorder = options.record === null ? null : await Recorder.open(options.record, log);
  const address = options.bind;
  const { Listener, ports } = await bindPorts([
    { port: options.control_port, address },
    { port: options.stream_port, address },
  ]);
  const vision = new HostVision({ camera: options.camera, seed: options.seed, log });
  const assets = new Map<AssetName, Uint8Array>();
  for (const name of ["index.html", "favicon.ico"] as const) assets.set(name, readFileSync(join(PAGE, name)));
  const board: Board = {
    timers: hostTimers,
    Listener,
    vision: recorder ? recorded(vision, recorder) : vision,
    memory: () => ({ heap: process.memoryUsage.rss(), psram: 0 }),
    accessPoint: () => ({ ssid: "", ip: address, clients: 0 }),
    asset: (name) => assets.get(name)!,
    log,
  };
  return { board, control_port: ports[0]!, stream_port: ports[1]! };
}
