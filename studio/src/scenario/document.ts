/** What holds for a definition document before anyone asks what it means. */
import { jsonFaults } from "../json/sound";
import type { Findings } from "./findings";
import { SCENARIO_LIMITS as LIMITS } from "./limits";

/**
 * Checks nesting, size and characters.
 * @returns whether the document can be looked at further
 */
export function documentIsSound(findings: Findings, document: unknown): boolean {
  if (document === null || typeof document !== "object" || Array.isArray(document)) {
    findings.add("wrong_type", null, [], "A scenario definition must be a JSON object.");
    return false;
  }
  const faults = jsonFaults(document, LIMITS.document_depth);
  for (const { kind, keys } of faults)
    if (kind === "bad_text") findings.add("bad_text", null, keys, "The text holds a NUL or half a character.");
    else
      findings.add("limit_exceeded", null, keys, `The document is nested deeper than ${LIMITS.document_depth} levels.`);
  if (faults.length > 0) return false;
  const limit_bytes = LIMITS.document_bytes[(document as { format?: unknown }).format === "v1" ? "v1" : "v2"];
  const size_bytes = Buffer.byteLength(JSON.stringify(document));
  if (size_bytes <= limit_bytes) return true;
  findings.add("limit_exceeded", null, [], `The document has ${size_bytes} bytes; ${limit_bytes} are allowed.`);
  return false;
}
