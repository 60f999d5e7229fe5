/** Longer lines are not trace lines: 64 faces are 12,000 characters. */
const LINE_MAX = 65_536;
/** Brackets within brackets; a trace line needs five. Deeper ones overflow the stack of a small engine. */
const DEPTH_MAX = 32;

/** A line that cannot even be handed to an engine; `line` counts from 1. */
export class BadLine extends Error {
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Cuts text into batches of lines as it comes, in constant memory. Line feeds may have carriage returns before them, the
 * last one may be missing, and empty lines may follow the last line, but not stand between lines.
 * @throws BadLine after the batch of the lines before it
 */
export async function* batches(chunks: AsyncIterable<string>, size: number): AsyncGenerator<string[]> {
  let rest = "";
  const batch: string[] = [];
  let count = 0;
  let empty = 0;
  const take = (raw: string): BadLine | null => {
    count += 1;
    const line = (count === 1 ? raw.replace(/^\uFEFF/, "") : raw).replace(/\r$/, "");
    if (line.length > LINE_MAX) return new BadLine(count, `longer than ${LINE_MAX} characters`);
    if (line.trim() === "") {
      empty ||= count;
      return null;
    }
    if (empty > 0) return new BadLine(empty, "not a JSON object");
    if (depth(line) > DEPTH_MAX) return new BadLine(count, "nested too deep");
    batch.push(line);
    return null;
  };
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > LINE_MAX) lines.push(rest);
    for (const line of lines) {
      const bad = take(line);
      if (bad !== null || batch.length >= size) yield batch.splice(0);
      if (bad !== null) throw bad;
    }
    // What came together is answered together: whoever pipes a recording in sees verdicts without delay.
    if (batch.length > 0) yield batch.splice(0);
  }
  const bad = rest === "" ? null : take(rest);
  if (batch.length > 0) yield batch;
  if (bad !== null) throw bad;
}

function depth(line: string): number {
  let open = 0;
  let deepest = 0;
  for (let i = 0; i < line.length; i += 1) {
    const c = line.charCodeAt(i);
    if (c === 0x5b || c === 0x7b) open += 1;
    else if (c === 0x5d || c === 0x7d) open -= 1;
    if (open > deepest) deepest = open;
  }
  return deepest;
}
