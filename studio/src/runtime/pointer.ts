/** What a JSON Pointer (RFC 6901) points to in a document; undefined where it points to nothing. */
export function resolvePointer(document: unknown, pointer: string): unknown {
  let here = document;
  for (const token of pointer.split("/").slice(1)) {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof here !== "object" || here === null) return undefined;
    if (Array.isArray(here) ? !/^(0|[1-9]\d*)$/.test(key) : !Object.hasOwn(here, key)) return undefined;
    here = (here as Record<string, unknown>)[key];
  }
  return here;
}
