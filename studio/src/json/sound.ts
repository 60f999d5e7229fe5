/** What JSON can carry and neither the database nor the stack can. */

export interface JsonFault {
  readonly kind: "too_deep" | "bad_text";
  /** Keys and indexes that lead to it from the whole. */
  readonly keys: readonly (string | number)[];
}

const LONE_SURROGATE = /\p{Surrogate}/u;
/** NUL, and halves of surrogate pairs: PostgreSQL keeps neither. */
const unkept = (text: string) => text.includes("\0") || LONE_SURROGATE.test(text);

/**
 * Walks a parsed JSON value without recursion: a hostile one must not use up the stack.
 * @param max_depth arrays and objects inside each other; nothing is looked for beyond the first place that is deeper
 */
export function jsonFaults(value: unknown, max_depth: number): JsonFault[] {
  const faults: JsonFault[] = [];
  const open: { value: unknown; keys: (string | number)[] }[] = [{ value, keys: [] }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value: at, keys } = next;
    if (typeof at === "string" && unkept(at)) faults.push({ kind: "bad_text", keys });
    if (at === null || typeof at !== "object") continue;
    if (keys.length >= max_depth) return [...faults, { kind: "too_deep", keys }];
    const entries = Array.isArray(at) ? at.entries() : Object.entries(at);
    for (const [key, part] of entries) {
      if (typeof key === "string" && unkept(key)) faults.push({ kind: "bad_text", keys });
      if (typeof part === "string" || (part !== null && typeof part === "object"))
        open.push({ value: part, keys: [...keys, key] });
    }
  }
  return faults;
}
