/** The serial ports of this computer, and how one is set up for the board. */
import { spawnSync } from "node:child_process";
import { constants, openSync, readdirSync } from "node:fs";
import { ReadStream, WriteStream } from "node:tty";

/** [native/esp32s3/console] */
const BAUD = 115_200;

/** How the ports of USB-to-serial chips and of the chip's own USB are called. */
const NAMES: Readonly<Record<string, RegExp>> = {
  linux: /^tty(?:USB|ACM)\d+$/,
  darwin: /^cu\.(?:usb|wch|SLAB)/,
};

/** What is wrong, in words for the person at the keyboard. */
export class PortError extends Error {}

/** Paths of the ports that a board may be on. */
export function candidates(
  names: () => readonly string[] = () => readdirSync("/dev"),
  platform = process.platform,
): string[] {
  const pattern = NAMES[platform];
  if (!pattern)
    throw new PortError(
      `not on ${platform}: use a terminal program at ${BAUD} baud, or the console of make flash-page`,
    );
  return names()
    .filter((name) => pattern.test(name))
    .sort()
    .map((name) => `/dev/${name}`);
}

/** The port that was named, or the only one there is. Throws PortError. */
export function choosePort(named: string | undefined, found: readonly string[]): string {
  if (named !== undefined && named !== "") return named;
  const [only, ...others] = found;
  if (only === undefined) throw new PortError("no serial port: is the board connected, by a cable that carries data?");
  if (others.length > 0) throw new PortError(`which one? PORT=${found.join(" or PORT=")}`);
  return only;
}

export interface Line {
  readonly input: ReadStream;
  readonly output: WriteStream;
}

/** Opens the port raw, at the board's speed, so that neither opening nor closing it resets the board. Throws PortError. */
export function openLine(path: string): Line {
  try {
    const open = () => openSync(path, constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK);
    const [reading, writing] = [open(), open()];
    const flag = process.platform === "darwin" ? "-f" : "-F";
    const set = spawnSync("stty", [flag, path, `${BAUD}`, "raw", "-echo", "clocal", "-hupcl", "-crtscts"], {
      encoding: "utf8",
    });
    if (set.status !== 0) throw new Error(set.error?.message ?? set.stderr.trim());
    return { input: new ReadStream(reading), output: new WriteStream(writing) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "EACCES")
      throw new PortError(`${path}: not allowed; add yourself to the group that owns it (often dialout)`);
    if (code === "ENOENT") throw new PortError(`${path}: there is no such port`);
    throw new PortError(`${path}: ${message}`);
  }
}
