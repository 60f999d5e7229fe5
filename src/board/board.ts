/**
 * The one seam between the product and a machine. Types only.
 * Where ECMA-419 has a class pattern for a thing, that pattern is what a board offers (`net.ts`).
 */
import type { ListenerConstructor } from "./net";
import type { Timers } from "./timers";
import type { Vision } from "./vision";

export interface MemoryFigures {
  /** Bytes free on the board's internal heap; bytes in use by the program on a computer. */
  readonly heap: number;
  /** Bytes free in external RAM; 0 where there is none. */
  readonly psram: number;
}

/** What the unit knows of the access point. On a computer there is none: `ssid` is empty and `ip` is the bound address. */
export interface AccessPoint {
  readonly ssid: string;
  readonly ip: string;
  readonly clients: number;
}

export type AssetName = "index.html" | "favicon.ico";

export interface Board {
  readonly timers: Timers;
  readonly Listener: ListenerConstructor;
  readonly vision: Vision;
  memory(): MemoryFigures;
  accessPoint(): AccessPoint;
  /** The bytes of a built-in file of the page. */
  asset(name: AssetName): Uint8Array;
  /** One log line, without its end of line. Never holds a credential. */
  log(line: string): void;
}
