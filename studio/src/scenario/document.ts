/** What holds for a definition document before anyone asks what it means. */
import type { Findings, Keys } from "./findings";
import { SCENARIO_LIMITS as LIMITS } from "./limits";

/** NUL and halves of surrogate pairs: JSON can carry them, the database and the voice cannot. */
const LONE_SURROGATE = /\p{Surrogate}/u;
const unspeakable = (text: string) => text.includes("\0") || LONE_SURROGATE.test(text);

/**
 * Checks nesting, size and characters, without recursion: a hostile document must not use up the stack.
 * @returns whether the document can be looked at further
 */
export function documentIsSound(findings: Findings, document: unknown): boolean {
  if (document === null || typeof document !== "object" || Array.isArray(document)) {
    findings.error("wrong_type", null, [], "A scenario definition must be a JSON object.");
    return false;
  }
  const before = findings.errors;
  const open: { value: unknown; keys: Keys }[] = [{ value: document, keys: [] }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, keys } = next;
    if (typeof value === "string" && unspeakable(value))
      findings.error("bad_text", null, keys, "The text holds a NUL or half a character.");
    if (value === null || typeof value !== "object") continue;
    if (keys.length >= LIMITS.document_depth) {
      findings.error(
        "limit_exceeded",
        null,
        keys,
        `The document is nested deeper than ${LIMITS.document_depth} levels.`,
      );
      return false;
    }
    for (const [key, part] of Object.entries(value)) {
      if (unspeakable(key)) findings.error("bad_text", null, keys, "A field's name holds a NUL or half a character.");
      open.push({ value: part, keys: [...keys, Array.isArray(value) ? Number(key) : key] });
    }
  }
  const limit_bytes = LIMITS.document_bytes[(document as { format?: unknown }).format === "v1" ? "v1" : "v2"];
  const size_bytes = Buffer.byteLength(JSON.stringify(document));
  if (size_bytes > limit_bytes)
    findings.error("limit_exceeded", null, [], `The document has ${size_bytes} bytes; ${limit_bytes} are allowed.`);
  return findings.errors === before;
}
