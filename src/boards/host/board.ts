/** The Board on a computer: Node's sockets and timers, the vision worker, files. */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { clipName } from "../../announce/clips";
import { LANGS, REASONS } from "../../announce/reasons";
import type { AssetName, Board } from "../../board/board";
import { Log } from "../../log";
import { accessPointName } from "../../wifi/access_point";
import { HostCard } from "./card/card";
import { HostTerminal } from "./console/terminal";
import { lockFolder } from "./folder_lock";
import { readsCertificate } from "./mqtt_transport/certificate";
import { HostClientSocket } from "./mqtt_transport/client_socket";
import { bindPorts } from "./net/ports";
import type { Options } from "./options";
import { buildPage } from "./page";
import { servedAddress } from "./radio/address";
import { radioMac } from "./radio/mac";
import { SimulatedRadio } from "./radio/simulated_radio";
import { WatchedSurroundings } from "./radio/watched_surroundings";
import { Recorder, recorded } from "./recorder";
import { hostSpeaker } from "./speaker/speaker";
import { fileStorage } from "./storage/key_value";
import { hostTimers } from "./timers";
import { checkCamera } from "./vision/check_camera";
import { HostVision } from "./vision/vision";

const PAGE = resolve(__dirname, "../../page");
const CLIPS = resolve(__dirname, "../../announce/clips");

export interface HostBoard {
  readonly board: Board;
  readonly control_port: number;
  readonly stream_port: number;
  /** Lets another process have the data folder. */
  release(): void;
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true });
  } catch (error) {
    throw new Error(`--data ${path}: cannot be made (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** Two units on one folder would overwrite each other's settings and captures. */
function holdFolder(path: string): () => void {
  try {
    return lockFolder(path, "unit");
  } catch (error) {
    throw new Error(`--data ${path}: ${(error as Error).message}`);
  }
}

/**
 * Checks everything that the flags name, then binds both ports. Rejects with one line that names what is wrong.
 * `reboot` is what the board does when the unit asks for it.
 */
export async function createHostBoard(options: Options, reboot: () => void): Promise<HostBoard> {
  const log = new Log(hostTimers.now_ms, (line) => console.error(line));
  const host = log.module("host");
  await checkCamera(options.camera);
  const air = new WatchedSurroundings(options.radio, (text) => host("warn", text));
  await makeFolder(options.data);
  const release = holdFolder(options.data);
  const recorder = options.record === null ? null : await Recorder.open(options.record, (text) => host("warn", text));
  const address = options.bind;
  const { Listener, ports } = await bindPorts([
    { port: options.control_port, address },
    { port: options.stream_port, address },
  ]);
  const vision = new HostVision({ camera: options.camera, seed: options.seed, log: (text) => host("warn", text) });
  const assets = new Map<AssetName, Uint8Array>();
  const page = buildPage();
  assets.set("index.html", page.html).set("index.html.gz", page.gzip);
  assets.set("favicon.ico", readFileSync(join(PAGE, "favicon.ico")));
  for (const name of LANGS.flatMap((lang) => REASONS.map(({ token }) => clipName(lang, token)))) {
    assets.set(name, readFileSync(join(CLIPS, name)));
  }
  const board: Board = {
    timers: hostTimers,
    Listener,
    ClientSocket: HostClientSocket,
    vision: recorder ? recorded(vision, recorder) : vision,
    memory: () => ({ heap: process.memoryUsage.rss(), psram: 0 }),
    // A computer would swap before it refused.
    hasMemory: () => true,
    random: (count) => new Uint8Array(randomBytes(count)),
    // A computer's clock counts as set.
    utc_ms: () => Date.now(),
    readsCertificate,
    storage: fileStorage(join(options.data, "store")),
    AudioOut: hostSpeaker(options.speaker, hostTimers.now_ms),
    card: new HostCard(join(options.data, "card")),
    radio: new SimulatedRadio({
      timers: hostTimers,
      surroundings: () => air.now,
      chance: Math.random,
      ap_ssid: accessPointName(radioMac(options.data)),
      ip: servedAddress(address),
    }),
    button: { read: () => (air.now.boot_button ? 0 : 1), close: () => air.close() },
    terminal: new HostTerminal(),
    log,
    asset: (name) => assets.get(name)!,
    reboot,
  };
  return { board, control_port: ports[0]!, stream_port: ports[1]!, release };
}
