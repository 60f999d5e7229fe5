/**
 * The modules of the Moddable SDK that the board imports, as much of them as it uses. In a build the SDK's own typings take
 * the place of these; what both say alike is what the code may rely on.
 */

declare module "timer" {
  import type { TimerId } from "../../board/timers";

  const Timer: {
    set(callback: () => void, delay_ms?: number): TimerId;
    repeat(callback: () => void, interval_ms: number): TimerId;
    clear(id: TimerId): void;
    /** Waits, and lets nothing else run on XS. */
    delay(ms: number): void;
  };
  export default Timer;
}

declare module "Resource" {
  /** A file in flash: a host buffer, which a typed array sees without a copy. Throws where there is no such file. */
  const Resource: {
    new (path: string): { readonly byteLength: number };
    exists(path: string): boolean;
  };
  export default Resource;
}

declare module "mc/config" {
  /** `config` of the manifests, and what was given to mcconfig as `name=value`. */
  const config: Record<string, unknown>;
  export default config;
}

declare module "embedded:io/digital" {
  /** A GPIO. */
  class Digital {
    static readonly InputPullUp: number;
    constructor(options: { pin: number; mode: number });
    read(): number;
    close(): void;
  }
  export default Digital;
}

declare module "embedded:io/socket/listener" {
  /** A TCP listener on every address of the machine. */
  const Listener: unknown;
  export default Listener;
}

declare module "embedded:storage/key-value" {
  /** NVS. */
  const storage: unknown;
  export default storage;
}

/** Prints to xsbug; nothing in a release build. */
declare function trace(text: string): void;
