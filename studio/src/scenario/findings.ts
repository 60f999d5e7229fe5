import { type Finding, pointer, type Severity } from "./finding";
import { FINDING_CODES, type FindingCode } from "./finding_codes";
import { SCENARIO_LIMITS } from "./limits";

export type Keys = readonly (string | number)[];

/** Collects findings, up to a limit of each severity; further ones are counted. */
export class Findings {
  readonly #lists: Record<Severity, Finding[]> = { error: [], warning: [] };
  #left_out = 0;
  #errors = 0;

  add(code: FindingCode, nodeId: string | null, keys: Keys, message: string): void {
    const [severity] = FINDING_CODES[code];
    if (severity === "error") this.#errors++;
    const list = this.#lists[severity];
    if (list.length < SCENARIO_LIMITS.findings) list.push({ nodeId, path: pointer(keys), message, code, severity });
    else this.#left_out++;
  }

  /** Also those that are not listed. */
  get errors(): number {
    return this.#errors;
  }

  /** Errors first, each kind in the order in which it was found. */
  list(): Finding[] {
    const { error, warning } = this.#lists;
    if (this.#left_out === 0) return [...error, ...warning];
    const message = `${this.#left_out} further findings are not listed.`;
    const code: FindingCode = "more_findings";
    return [...error, ...warning, { nodeId: null, path: "", message, code, severity: FINDING_CODES[code][0] }];
  }
}
