/** What part of a file a Range header asks for; both ends inclusive. */
export type Range = { kind: "whole" } | { kind: "part"; from: number; to: number } | { kind: "unsatisfiable" };

/**
 * One range of bytes (RFC 9110, 14). A header that is malformed or asks for several is ignored, as the RFC allows.
 * @param size bytes of the file
 */
export function rangeOf(header: string | undefined, size: number): Range {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? "");
  if (match === null || (match[1] === "" && match[2] === "")) return { kind: "whole" };
  const [first, last] = [match[1] === "" ? null : Number(match[1]), match[2] === "" ? null : Number(match[2])];
  if (first === null) {
    // The last so many bytes.
    return last === 0 || size === 0
      ? { kind: "unsatisfiable" }
      : { kind: "part", from: Math.max(0, size - last!), to: size - 1 };
  }
  if (last !== null && last < first) return { kind: "whole" };
  if (first >= size) return { kind: "unsatisfiable" };
  return { kind: "part", from: first, to: Math.min(last ?? size - 1, size - 1) };
}
