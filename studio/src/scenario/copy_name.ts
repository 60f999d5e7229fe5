/** Longest name of a scenario, and room for what is added to it. */
const KEPT_CHARS = 180;

/**
 * "Reminder" becomes "Reminder (copy)", then "Reminder (copy 2)".
 * @param taken names in lower case
 */
export function copyName(name: string, taken: ReadonlySet<string>): string {
  const base = name
    .replace(/ \(copy( \d+)?\)$/, "")
    .slice(0, KEPT_CHARS)
    .trimEnd();
  for (let n = 1; ; n++) {
    const copy = `${base} (copy${n > 1 ? ` ${n}` : ""})`;
    if (!taken.has(copy.toLowerCase())) return copy;
  }
}
