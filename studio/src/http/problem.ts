import { CATALOGUE, type Code } from "./catalogue";

/** One fault in a request or a definition. `nodeId` is null where the fault is not in a scenario's node; `path` is a JSON Pointer. */
export interface ProblemFinding {
  nodeId: string | null;
  path: string;
  message: string;
  code?: string;
  severity?: "error" | "warning";
}

export interface ProblemOptions {
  /** What happened here, for a person. Never a secret, never what was sent in a password field. */
  detail?: string;
  findings?: readonly ProblemFinding[];
  headers?: Record<string, string>;
  /** Further members of the document, such as the holder of a lock. */
  extra?: Record<string, unknown>;
}

/** An answer that is not a success. Thrown anywhere below a route; the transaction of the request is rolled back. */
export class Problem extends Error {
  readonly status: number;
  readonly title: string;
  constructor(
    readonly code: Code,
    readonly options: ProblemOptions = {},
  ) {
    super(options.detail ?? CATALOGUE[code][1]);
    [this.status, this.title] = CATALOGUE[code];
  }

  /** RFC 9457 `application/problem+json`. */
  document(request_id: string): Record<string, unknown> {
    const { detail, findings, extra } = this.options;
    return {
      type: "about:blank",
      title: this.title,
      status: this.status,
      code: this.code,
      ...(detail === undefined ? {} : { detail }),
      ...(findings === undefined ? {} : { findings }),
      ...extra,
      request_id,
    };
  }
}

export function problem(code: Code, options: ProblemOptions = {}): Problem {
  return new Problem(code, options);
}
