/** Whether each answer to a question leads somewhere, and to one place only. */
import type { Listen } from "./definition_parts";
import type { Findings, Keys } from "./findings";

/** A question of either format. */
export interface Question {
  readonly listen: Listen;
  /** What the caller may answer, in order, and where the branch stands. */
  readonly choices: readonly { readonly intent?: string; readonly digits?: string }[];
  /** Field of the choices: `branches` or `answers`. */
  readonly field: string;
  /** Whether any other answer is taken too. */
  readonly open: boolean;
  readonly stored: boolean;
  readonly retries: number;
  readonly reprompt: boolean;
}

/** @param intents the project's library; undefined where it is not known */
export function checkQuestion(
  findings: Findings,
  question: Question,
  nodeId: string,
  keys: Keys,
  intents: ReadonlySet<string> | undefined,
): void {
  const { listen, choices, field, open } = question;
  if (choices.length === 0 && !open)
    findings.add(
      "ask_without_answers",
      nodeId,
      [...keys, field],
      "No answer leads anywhere: the question has no branches and no next.",
    );
  if (choices.length === 0 && open && !question.stored)
    findings.add("answer_unused", nodeId, keys, "The answer is neither told apart nor stored.");
  const seen = new Set<string>();
  for (const [index, choice] of choices.entries()) {
    const at = [...keys, field, index, choice.digits === undefined ? "intent" : "digits"];
    const what = choice.digits === undefined ? `intent "${choice.intent}"` : `digits "${choice.digits}"`;
    if (seen.has(what))
      findings.add("ambiguous_answer", nodeId, at, `The ${what} stand in an earlier branch of this question.`);
    seen.add(what);
    const never = neverTaken(choice, listen);
    if (never) findings.add("branch_never_taken", nodeId, at, `The ${what} can never be the answer: ${never}.`);
    if (choice.intent !== undefined && intents && !intents.has(choice.intent))
      findings.add("unknown_intent", nodeId, at, `The project's library has no ${what}.`);
  }
  checkPrefixes(findings, question, nodeId, keys);
  if (listen.mode === "speech")
    for (const key of ["max_digits", "finish_key"] as const)
      if (listen[key] !== undefined)
        findings.add(
          "unused_field",
          nodeId,
          [...keys, "listen", key],
          `"${key}" has no effect where only speech is listened to.`,
        );
  if (question.reprompt && question.retries === 0)
    findings.add("unused_field", nodeId, [...keys, "reprompt"], '"reprompt" is never said: there are no retries.');
}

function neverTaken(choice: { intent?: string; digits?: string }, listen: Listen): string | undefined {
  if (choice.digits === undefined) return listen.mode === "dtmf" ? "only keys are listened to" : undefined;
  if (listen.mode === "speech") return "only speech is listened to";
  if (listen.finish_key !== undefined && choice.digits.includes(listen.finish_key))
    return `"${listen.finish_key}" finishes the entry`;
  if (listen.max_digits !== undefined && choice.digits.length > listen.max_digits)
    return `the entry ends with ${listen.max_digits} keys`;
  return undefined;
}

/** "1" beside "12" works, but only after a pause: worth a word. With a finish key the caller says when it is all. */
function checkPrefixes(findings: Findings, { listen, choices, field }: Question, nodeId: string, keys: Keys): void {
  if (listen.finish_key !== undefined || listen.mode === "speech") return;
  for (const [index, { digits }] of choices.entries()) {
    const longer = digits && choices.find((other) => other.digits !== digits && other.digits?.startsWith(digits));
    if (longer)
      findings.add(
        "ambiguous_digits",
        nodeId,
        [...keys, field, index, "digits"],
        `"${digits}" is also how "${longer.digits}" begins: it is taken only after ${listen.timeout_s} s without a further key.`,
      );
  }
}
