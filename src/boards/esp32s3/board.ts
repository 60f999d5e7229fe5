/** The Board on the ESP32-S3: the SDK's ECMA-419 modules and our native ones, put into the product's words. */

import Digital from "embedded:io/digital";
import SdkListener from "embedded:io/socket/listener";
import keyValue from "embedded:storage/key-value";
import NativeCard, { type NativeCardOptions } from "dg/card";
import NativeClientSocket from "dg/client_socket";
import * as serial from "dg/console";
import NativeRadio, { startNetworkStack } from "dg/radio";
import NativeSpeaker from "dg/speaker";
import * as system from "dg/system";
import NativeVision from "dg/vision";
import config from "mc/config";
import Timer from "timer";
import type { Board } from "../../board/board";
import type { ListenerConstructor } from "../../board/net";
import type { KeyValueStorage } from "../../board/storage";
import { Log } from "../../log";
import { accessPointName } from "../../wifi/access_point";
import { BUTTON_GPIO } from "../../wifi/limits";
import { onAbort } from "./abort";
import { asset } from "./assets";
import { BoardCard } from "./card";
import { hasMemory } from "./memory";
import { BoardRadio } from "./radio";
import { BoardTerminal } from "./terminal";
import { boardTimers, type SdkTimer } from "./timers";
import { BoardVision } from "./vision";

/** The unit asks it for the time of day, whenever a network is there. */
const TIME_SERVER = "pool.ntp.org";

/** How long the last line may take to leave by the wire. */
const LAST_WORDS_MS = 300;

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export interface Esp32S3Board {
  readonly board: Board;
  readonly terminal: BoardTerminal;
}

/** Takes what the chip has. What is not there (card, camera, radio) shows in the unit, and never keeps it from starting. */
export function createBoard(): Esp32S3Board {
  const timers = boardTimers(Timer as unknown as SdkTimer, system.uptime_ms);
  const terminal = new BoardTerminal(serial, timers, trace);
  const log = new Log(timers.now_ms, (line) => terminal.print(line));
  const chip = log.module("chip");
  chip("info", `started: ${system.startReason()}`);
  onAbort((reason) => {
    chip("error", `gives up: ${reason}`);
    Timer.delay(LAST_WORDS_MS);
  }, system.restart);
  // Listeners need it, and come before the radio.
  startNetworkStack();
  system.startClock(TIME_SERVER);
  const board: Board = {
    timers,
    Listener: SdkListener as unknown as ListenerConstructor,
    ClientSocket: NativeClientSocket,
    vision: new BoardVision({
      Native: NativeVision,
      timers,
      source: config["camera"] === "frame" ? "frame" : "camera",
      log: (text) => log.write("error", "vision", text),
    }),
    storage: keyValue as unknown as KeyValueStorage,
    AudioOut: NativeSpeaker,
    card: new BoardCard(new NativeCard(config["card"] as NativeCardOptions)),
    radio: new BoardRadio({
      Native: NativeRadio,
      timers,
      ssid: accessPointName(hex(new Uint8Array(system.mac()))),
      passphrase: String(config["ap_password"]),
      log: (text) => log.write("error", "wifi", text),
    }),
    button: new Digital({ pin: BUTTON_GPIO, mode: Digital.InputPullUp }),
    terminal,
    log,
    memory: () => {
      const { heap, psram } = system.memory();
      return { heap, psram };
    },
    hasMemory: (bytes) => hasMemory(system.memory(), bytes),
    random: (count) => new Uint8Array(system.random(count)),
    utc_ms: () => system.utc_ms() ?? null,
    readsCertificate: system.readsCertificate,
    asset,
    reboot: system.restart,
  };
  return { board, terminal };
}
