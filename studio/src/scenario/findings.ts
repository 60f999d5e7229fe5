import { type Finding, pointer, type Severity } from "./finding";
import { SCENARIO_LIMITS } from "./limits";

export type Keys = readonly (string | number)[];

/** Collects findings, up to a limit of each severity; further ones are counted. */
export class Findings {
  readonly #lists: Record<Severity, Finding[]> = { error: [], warning: [] };
  #left_out = 0;
  #errors = 0;

  error(code: string, nodeId: string | null, keys: Keys, message: string): void {
    this.#add({ nodeId, path: pointer(keys), message, code, severity: "error" });
  }

  warning(code: string, nodeId: string | null, keys: Keys, message: string): void {
    this.#add({ nodeId, path: pointer(keys), message, code, severity: "warning" });
  }

  #add(finding: Finding): void {
    if (finding.severity === "error") this.#errors++;
    const list = this.#lists[finding.severity];
    if (list.length < SCENARIO_LIMITS.findings) list.push(finding);
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
    return [...error, ...warning, { nodeId: null, path: "", message, code: "more_findings", severity: "warning" }];
  }
}
