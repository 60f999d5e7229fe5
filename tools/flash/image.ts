/** The image that `make image` built: what is to be written where. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";

/** One file of the image. */
export interface Part {
  readonly name: string;
  /** Where in flash it begins. */
  readonly address: number;
  readonly bytes: Uint8Array;
}

export interface FlashSettings {
  readonly mode: string;
  readonly freq: string;
  readonly size: string;
}

export interface Image {
  readonly parts: readonly Part[];
  readonly settings: FlashSettings;
  /** When it was built, ISO 8601. */
  readonly built: string;
}

/** There is no image, or it is not whole: one line for the person at the keyboard. */
export class ImageError extends Error {}

const LIST = "flasher_args.json";

/** ESP-IDF's list of what it built. [esptool: write_flash] */
interface FlasherArgs {
  readonly flash_settings: { readonly flash_mode: string; readonly flash_freq: string; readonly flash_size: string };
  readonly flash_files: Readonly<Record<string, string>>;
}

/** The newest `flasher_args.json` under `folder`; null where there is none. */
function newestList(folder: string): string | null {
  const found = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name === LIST || name.endsWith(`/${LIST}`))
    .map((name) => join(folder, name))
    .map((path) => ({ path, time: statSync(path).mtimeMs }))
    .sort((a, b) => b.time - a.time);
  return found[0]?.path ?? null;
}

/** Reads the newest image under `folder`. Throws ImageError. */
export function readImage(folder: string): Image {
  let list: string | null = null;
  try {
    list = newestList(folder);
  } catch {
    // As below.
  }
  if (list === null) throw new ImageError(`no image in ${folder}: run make image first`);
  try {
    const { flash_settings, flash_files } = JSON.parse(readFileSync(list, "utf8")) as FlasherArgs;
    const parts = Object.entries(flash_files).map(([address, name]) => ({
      name,
      address: Number(address),
      bytes: new Uint8Array(readFileSync(resolve(list, "..", name))),
    }));
    if (parts.length === 0 || parts.some(({ address }) => !Number.isInteger(address))) throw new Error("no addresses");
    const { flash_mode: mode, flash_freq: freq, flash_size: size } = flash_settings;
    const built = new Date(
      Math.max(...Object.values(flash_files).map((name) => statSync(resolve(list, "..", name)).mtimeMs)),
    );
    return {
      parts: parts.sort((a, b) => a.address - b.address),
      settings: { mode, freq, size },
      built: built.toISOString(),
    };
  } catch (error) {
    throw new ImageError(`${list}: the image is not whole (${(error as Error).message}): run make image again`);
  }
}
