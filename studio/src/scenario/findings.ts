import { type Finding, pointer, type Severity } from "./finding";
import { SCENARIO_LIMITS } from "./limits";

export type Keys = readonly (string | number)[];

/** Collects findings, up to a limit; further ones are counted, and an error among them is never forgotten. */
export class Findings {
  readonly #list: Finding[] = [];
  #left_out = 0;
  #errors = 0;

  add(severity: Severity, code: string, nodeId: string | null, keys: Keys, message: string): void {
    if (severity === "error") this.#errors++;
    if (this.#list.length < SCENARIO_LIMITS.findings)
      this.#list.push({ nodeId, path: pointer(keys), message, code, severity });
    else this.#left_out++;
  }

  error(code: string, nodeId: string | null, keys: Keys, message: string): void {
    this.add("error", code, nodeId, keys, message);
  }

  warning(code: string, nodeId: string | null, keys: Keys, message: string): void {
    this.add("warning", code, nodeId, keys, message);
  }

  get errors(): number {
    return this.#errors;
  }

  list(): Finding[] {
    if (this.#left_out === 0) return [...this.#list];
    const message = `${this.#left_out} further findings are not listed.`;
    const severity = this.#errors > 0 ? "error" : "warning";
    return [...this.#list, { nodeId: null, path: "", message, code: "more_findings", severity }];
  }
}
