/** Figures as people read them. */

export const percent = (fraction: number): string => `${Math.round(100 * fraction)} %`;

/** `90 s` is 1:30, two hours are 2:00:00. */
export function duration(ms: number): string {
  const s = Math.floor(ms / 1000);
  const two = (n: number) => `${n % 60}`.padStart(2, "0");
  const minutes = Math.floor(s / 60);
  return minutes < 60 ? `${minutes}:${two(s)}` : `${Math.floor(minutes / 60)}:${two(minutes)}:${two(s)}`;
}

/** Bytes in the unit that leaves one to four digits. */
export function bytes(count: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let value = count;
  let unit = 0;
  while (value >= 10_000 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${Math.round(value)} ${units[unit]}`;
}

/** Whole seconds still to wait. */
export const seconds = (ms: number): number => Math.ceil(ms / 1000);
