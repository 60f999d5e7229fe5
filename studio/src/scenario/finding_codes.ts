import type { Severity } from "./finding";

/** Every code a finding can have: its severity and what it means. A code never changes its meaning. */
export const FINDING_CODES = {
  // Form
  unknown_format: ["error", "`format` is neither v1 nor v2"],
  missing_field: ["error", "A field that is needed is not there"],
  unknown_field: ["error", "A field that nothing knows"],
  wrong_type: ["error", "A value of another kind, such as a text for a number"],
  wrong_value: ["error", "None of the values that the field can have"],
  bad_format: ["error", "A text that has not the form its field needs"],
  bad_text: ["error", "NUL, or half of a character"],
  duplicate_entry: ["error", "A list holds the same entry twice"],
  limit_exceeded: ["error", "Longer, deeper or more than is allowed"],
  // Paths
  missing_start: ["error", "The start names no node of its flow"],
  duplicate_id: ["error", "Two nodes of a flow have the same id, two steps of a list the same label"],
  dangling_edge: ["error", "An edge leads to no node of the same flow"],
  unreachable_node: ["error", "Nothing leads to the node"],
  loop_without_input: ["error", "It goes round without asking the caller"],
  no_path_to_end: ["error", "From here no path ends the call, or the flow"],
  ask_without_way_out: ["error", "Every answer asks the same question again"],
  unknown_flow: ["error", "There is no flow or procedure of that name"],
  unused_flow: ["error", "The flow is never run"],
  recursive_flow: ["error", "The flow runs itself, directly or through others"],
  return_outside_flow: ["error", "`return` where only the call can end"],
  // Questions and branches
  ask_without_answers: ["error", "No answer leads anywhere"],
  ambiguous_answer: ["error", "The same intent or digits twice in one question"],
  branch_never_taken: ["error", "What the branch waits for cannot come"],
  ambiguous_digits: ["warning", "Digits that other digits begin with are taken only after a pause"],
  answer_unused: ["warning", "The answer is neither told apart nor stored"],
  unused_field: ["warning", "The field has no effect here"],
  // Variables and texts
  duplicate_variable: ["error", "Two variables have the same name"],
  unknown_variable: ["error", "The variable is not declared"],
  type_mismatch: ["error", "A value or operator for another type than the variable's"],
  value_not_allowed: ["error", "The operator compares with nothing"],
  bad_template: ["error", "A placeholder that is not closed, or holds no name"],
  variable_never_set: ["warning", "Read, but nothing ever gives it a value"],
  variable_may_be_unset: ["warning", "Read, but on some path without a value"],
  unused_variable: ["warning", "Declared, but nothing uses it"],
  // Requests and transfers
  bad_url: ["error", "No http address, or its host comes from a variable"],
  bad_header: ["error", "A header that the connection sets, or the same one twice"],
  body_not_allowed: ["error", "GET has no body"],
  bad_json_body: ["warning", "Sent as JSON, but none"],
  bad_transfer_target: ["error", "No number and no address to transfer to"],
  // The project's library
  unknown_intent: ["warning", "The library has no such intent"],
  unknown_prompt: ["warning", "The library has no such prompt in the scenario's language"],
  unknown_variable_in_prompt: ["warning", "A prompt uses a variable that is not declared"],
  unknown_project_variable: ["warning", "The library has no such variable, or one of another type"],
  more_findings: ["warning", "There are more findings than are listed"],
} as const satisfies Record<string, readonly [Severity, string]>;

export type FindingCode = keyof typeof FINDING_CODES;
