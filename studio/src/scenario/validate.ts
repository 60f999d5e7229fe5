/** Says what is wrong with a scenario definition. */
import { checkV1 } from "./check_v1";
import { checkV2 } from "./check_v2";
import type { Definition } from "./definition";
import { documentIsSound } from "./document";
import type { Finding } from "./finding";
import { Findings } from "./findings";
import type { Library } from "./library";

export interface Validation {
  /** No finding is an error. */
  readonly valid: boolean;
  readonly findings: Finding[];
  /** The document, typed; null unless valid. */
  readonly definition: Definition | null;
}

/**
 * Checks a definition document of either format. Never throws, whatever JSON it is given.
 * An accepted definition fits its schema, and in it every node is reached, every edge leads to a node, every loop
 * asks the caller, every variable is declared and used by its type, every flow is used and none runs itself, and
 * from every node the call can end.
 * @param library of the project; what is not given is not checked. It changes on its own, so it only gives warnings
 */
export function validate(document: unknown, library: Partial<Library> = {}): Validation {
  const findings = new Findings();
  if (documentIsSound(findings, document)) {
    const fields = document as Record<string, unknown>;
    if (fields["format"] === "v2") checkV2(findings, fields, library);
    else if (fields["format"] === "v1") checkV1(findings, fields, library);
    else findings.add("unknown_format", null, ["format"], '"format" must be "v1" or "v2".');
  }
  const valid = findings.errors === 0;
  return { valid, findings: findings.list(), definition: valid ? (document as Definition) : null };
}
