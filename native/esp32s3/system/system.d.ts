/** `dg/system`: the chip itself. */

/** Milliseconds since boot, the clock of the frame records. Never goes back or wraps. */
export function uptime_ms(): number;
/** Bytes free: internal RAM, external RAM, and the largest single block of each. */
export function memory(): { heap: number; psram: number; heap_block: number; psram_block: number };
/** From the hardware generator. */
export function random(count: number): ArrayBuffer;
/** The chip's base MAC address, 6 bytes; all zero where the factory gave it none. */
export function mac(): ArrayBuffer;
/** Keeps the clock by SNTP from this server, whenever a network is there. Repeating it does nothing. */
export function startClock(server: string): void;
/** Milliseconds since 1970, UTC; undefined while no time server was reached since power-up. */
export function utc_ms(): number | undefined;
/** mbedTLS can read every certificate of this PEM text, and there is one. */
export function readsCertificate(pem: string): boolean;
/** Restarts the chip; does not return. */
export function restart(): never;
/** Why the chip started last: "power-on", "restart", "panic", "watchdog", "brownout", "other". */
export function startReason(): string;
/** Stack that each task never used so far, bytes, and the core it is kept on (-1: either); for the memory table. */
export function stacks(): { name: string; stack_free: number; core: number }[];
/** The core that XS runs on. It is moved to 0 and kept there when this module or `dg/vision` is first used. */
export function core(): number;
