import { chip } from "./state";

export const uptime_ms = () => chip.timers.now_ms();
export const memory = () => ({ heap: 123_456, psram: 5_000_000, heap_block: 60_000, psram_block: 4_000_000 });
export const random = (count: number) => new Uint8Array(count).fill(7).buffer;
export const mac = () => Uint8Array.of(0xde, 0xad, 0xbe, 0x0a, 0x1b, 0x2c).buffer;
export const startClock = (server: string) => void chip.asked.push(["clock", server]);
export const utc_ms = () => undefined;
export const readsCertificate = () => true;
export const restart = () => void chip.asked.push(["restart"]);
export const startReason = () => "power-on";
