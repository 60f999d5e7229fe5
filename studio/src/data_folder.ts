import { accessSync, constants, mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Sees to it that the data folder is there and can be written. What is made is for its owner alone.
 * @throws Error naming the folder
 */
export function prepareDataFolder(folder: string): void {
  try {
    make(resolve(folder));
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Error(`the data folder ${folder} cannot be used: ${(error as Error).message}`, { cause: error });
  }
}

/** Not `mkdirSync` with `recursive`: beneath /proc that looks for a parent for ever. */
function make(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  if (found !== undefined) throw new Error("it is not a folder");
  if (dirname(folder) !== folder) make(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}
