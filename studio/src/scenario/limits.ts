/** Size limits of a scenario definition, shared by both formats. Source: own choice, an order above what call flows need. */
export const SCENARIO_LIMITS = {
  /** Bytes of one definition document as UTF-8 JSON. Format v1 has less, so that its translation always fits. */
  document_bytes: { v1: 524_288, v2: 1_048_576 },
  /** Arrays and objects inside each other. */
  document_depth: 40,
  /** Nodes of one flow (v2), steps of one list (v1). */
  nodes: 500,
  steps: 450,
  /** Nodes or steps of the whole document, flows or procedures included. */
  nodes_total: 2_000,
  steps_total: 1_900,
  /** Named sub-flows or procedures. */
  flows: 50,
  /** Sub-flows that may be active inside each other. */
  flow_depth: 10,
  variables: 200,
  /** Branches of one ask or condition. */
  branches: 50,
  /** Assignments of one set, saved values of one http. */
  assignments: 50,
  /** Nesting of all, any and not. */
  when_depth: 8,
  /** Parts of one all or any. */
  when_parts: 20,
  /** Characters of a spoken text. */
  text_chars: 2_000,
  url_chars: 2_000,
  body_chars: 16_000,
  headers: 20,
  header_chars: 1_000,
  tags: 20,
  /** Characters of names: nodes, variables, flows, intents, tags, outcomes. */
  name_chars: 64,
  digits: 32,
  retries: 10,
  listen_timeout_s: 60,
  http_timeout_s: 30,
  /** Errors, and warnings, that one validation returns; further ones are counted in a last finding. */
  findings: 200,
} as const;

/** What holds where a definition has no `limits`. Turns are questions asked, retries included. */
export const DEFAULT_RUN_LIMITS = { max_turns: 100, max_duration_s: 900 } as const;
