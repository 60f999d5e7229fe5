/** What XS does before it gives up: it calls a global function of this name. [manifest: xs.abortHook] */
type AbortHook = (status: unknown, exception: unknown) => void;

/**
 * `tell` hears why XS gives up: out of memory, or an exception that nobody caught with the place where it was thrown.
 * Then `restart`: where the function returns, the SDK (8.2.3) fails over an exception of its own and calls it again, for minutes.
 */
export function onAbort(tell: (reason: string) => void, restart: () => void): void {
  (globalThis as { abort?: AbortHook }).abort = (status, exception) => {
    const what = exception instanceof Error ? `: ${exception.message} ${exception.stack ?? ""}` : "";
    try {
      tell(`${String(status)}${what}`);
    } finally {
      restart();
    }
  };
}
