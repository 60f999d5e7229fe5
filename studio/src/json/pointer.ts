/** JSON Pointer (RFC 6901) of a path of keys and indexes. */
export function pointer(keys: readonly (string | number)[]): string {
  return keys.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
