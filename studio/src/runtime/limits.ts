import { DEFAULT_RUN_LIMITS, SCENARIO_LIMITS } from "../scenario/limits";

/** What bounds a run beside the definition's own `limits`. */
export const RUNTIME_LIMITS = {
  ...DEFAULT_RUN_LIMITS,
  /** Nodes between two things that the caller hears or says: as many as a document can hold, so a path without a loop is never cut. */
  quiet_nodes: SCENARIO_LIMITS.nodes_total,
  /** Nodes of a whole call: bounds what one call can leave in the database, far above any conversation. */
  nodes: 20_000,
  /** Requests to web services in one call: a loop in a scenario must not become an attack on somebody's server. */
  http_calls: 100,
  /** Answers of web services are read up to here: values for a conversation, not documents. */
  http_response_bytes: 262_144,
  /** Sub-flows inside each other. */
  depth: SCENARIO_LIMITS.flow_depth,
  /** Characters of a variable's text: it is said, sent and stored. */
  value_chars: SCENARIO_LIMITS.body_chars,
  /** Phrases that are told to a recogniser for one question; more makes most of them slower, not better. */
  phrases: 100,
} as const;
