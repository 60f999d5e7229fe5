/** `dg/console`: UART0, the board's serial connector, as a terminal. */

/** Takes UART0 at 115200 baud. Throws "in use" where xsbug has it (a debug build): `trace` reaches its console instead. */
export function open(): void;
/** What was typed since the last call, one character per byte; the empty string for nothing. 2 KB wait: ask every 100 ms or more often. */
export function read(): string;
/** Queues text as UTF-8. Never waits: what the 4 KB of the queue cannot take is dropped whole, and false returned. */
export function write(text: string): boolean;
export function close(): void;
