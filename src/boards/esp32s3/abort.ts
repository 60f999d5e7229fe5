/** What XS does before it gives up and the chip starts anew: it calls a global function of this name. [manifest: xs.abortHook] */
type AbortHook = (status: unknown, exception: unknown) => void;

/** `tell` hears why XS gives up: out of memory, or an exception that nobody caught with the place where it was thrown. */
export function onAbort(tell: (reason: string) => void): void {
  (globalThis as { abort?: AbortHook }).abort = (status, exception) => {
    const what = exception instanceof Error ? `: ${exception.message} ${exception.stack ?? ""}` : "";
    tell(`${String(status)}${what}`);
  };
}
