/** LiteRT (the runtime of .tflite models) on Node: it is written for browsers, so it gets what it looks for there. */
import { createRequire } from "node:module";
import path from "node:path";
import { runCommonJs } from "./common_js";

export type LiteRt = typeof import("@litertjs/core");

/** The names that its loader takes from the global object of a browser's worker. */
interface BrowserGlobals {
  self?: unknown;
  importScripts?: unknown;
  Module?: unknown;
  ModuleFactory?: unknown;
}

/**
 * Loads the runtime once for this thread; the globals it needs exist only meanwhile.
 * @param log receives what the runtime prints, a line at a time
 */
export async function loadLiteRt(log: (line: string) => void): Promise<LiteRt> {
  const entry = createRequire(__filename).resolve("@litertjs/core");
  const litert = (await import("@litertjs/core")) as LiteRt;
  const globals = globalThis as BrowserGlobals;
  const warn = console.warn;
  globals.self = globalThis;
  globals.Module = { print: log, printErr: log };
  globals.importScripts = (file: string) => {
    globals.ModuleFactory = runCommonJs(file);
  };
  // It looks for a GPU whatever it is asked for, and says at length that there is none.
  console.warn = (...values: unknown[]) => log(values.map(String).join(" "));
  try {
    await litert.loadLiteRt(path.join(path.dirname(entry), "../wasm/"));
  } finally {
    console.warn = warn;
    delete globals.self;
    delete globals.importScripts;
    delete globals.Module;
    delete globals.ModuleFactory;
  }
  return litert;
}
