/**
 * The one seam between the product and a machine. Types only.
 * Where ECMA-419 has a class pattern for a thing, that pattern is what a board offers (`net.ts`).
 */
import type { Log } from "../log";
import type { DigitalInput } from "./button";
import type { Card } from "./card";
import type { ClientSocketConstructor } from "./client_socket";
import type { ListenerConstructor } from "./net";
import type { Radio } from "./radio";
import type { AudioOutConstructor } from "./speaker";
import type { KeyValueStorage } from "./storage";
import type { Terminal } from "./terminal";
import type { Timers } from "./timers";
import type { Vision } from "./vision";

export interface MemoryFigures {
  /** Bytes free on the board's internal heap; bytes in use by the program on a computer. */
  readonly heap: number;
  /** Bytes free in external RAM; 0 where there is none. */
  readonly psram: number;
}

export type AssetName = "index.html" | "index.html.gz" | "favicon.ico" | `${string}.wav`;

export interface Board {
  readonly timers: Timers;
  readonly Listener: ListenerConstructor;
  readonly ClientSocket: ClientSocketConstructor;
  readonly vision: Vision;
  readonly storage: KeyValueStorage;
  /** Null where the machine has no speaker. */
  readonly AudioOut: AudioOutConstructor | null;
  readonly card: Card;
  readonly radio: Radio;
  /** The BOOT button. */
  readonly button: DigitalInput;
  readonly terminal: Terminal;
  readonly log: Log;
  memory(): MemoryFigures;
  /** So many bytes more would not endanger what runs. */
  hasMemory(bytes: number): boolean;
  /** Bytes that nobody can guess. */
  random(count: number): Uint8Array;
  /** Milliseconds since 1970, UTC; null while the clock was never set. */
  utc_ms(): number | null;
  /** The TLS library can read these PEM certificates. */
  readsCertificate(pem: string): boolean;
  /** The bytes of a built-in file: one of the page, or a clip. Throws for a clip that is not there. */
  asset(name: AssetName): Uint8Array;
  /** Ends the program and starts it anew. */
  reboot(): void;
}
