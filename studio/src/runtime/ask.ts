import type { IntentMatch } from "../nlu/matcher";
import type { AskNode } from "../scenario/definition_v2";
import { SCENARIO_LIMITS } from "../scenario/limits";
import { RUNTIME_LIMITS } from "./limits";
import type { Run } from "./run";
import type { ListenResult } from "./session";
import type { Effect, Heard } from "./state";
import { valueFor } from "./variables";

/** Starts the first round of an ask. */
export function askStarted(run: Run, node: AskNode): Effect {
  run.state.attempt = 1;
  return round(run, node);
}

/** The question was spoken: now listen. */
export function listen(run: Run, node: AskNode): Effect {
  const { listen: how } = node;
  const digits = node.branches.flatMap((branch) => ("digits" in branch ? [branch.digits] : []));
  const longest = Math.max(0, ...digits.map((keys) => keys.length));
  const phrases = candidates(node).flatMap((intent) => run.program.phrases.get(intent) ?? []);
  run.state.waiting = { kind: "listen" };
  return {
    kind: "listen",
    options: {
      mode: how.mode,
      timeout_ms: Math.round(how.timeout_s * 1000),
      max_digits: how.max_digits ?? (node.next === undefined && longest > 0 ? longest : SCENARIO_LIMITS.digits),
      ...(how.finish_key !== undefined && { finish_key: how.finish_key }),
      language: run.program.language,
      expected: { phrases: phrases.slice(0, RUNTIME_LIMITS.phrases), digits },
      until_ms: run.until_ms,
    },
  };
}

/** What the caller did. Null: the ask is done and the next node is entered. */
export function onListened(run: Run, result: ListenResult): Effect | null {
  const node = run.node();
  if (node?.type !== "ask") return run.fault(`node "${run.frame.node_id}" asks nothing`);
  if (result.kind === "cut_off") return run.cutOff(result.by, result.to_ms);
  run.reach(result.from_ms);
  run.state.quiet_nodes = 0;
  if (result.kind === "silence") {
    run.emit({ kind: "silence", to_ms: result.to_ms });
    run.reach(result.to_ms);
    return run.overtime() ?? failed(run, node, "no_input", null);
  }
  if (result.kind === "digits") {
    run.emit({ kind: "digits", digits: result.digits, to_ms: result.to_ms });
    run.reach(result.to_ms);
    return run.overtime() ?? onDigits(run, node, result.digits);
  }
  const { text, confidence, from_ms, to_ms } = result;
  const heard = { text: text.trim(), confidence, from_ms, to_ms };
  const intents = candidates(node);
  if (heard.text === "" || intents.length === 0) return onSpeech(run, node, heard, null);
  run.state.waiting = { kind: "match", heard };
  return { kind: "match", text: heard.text, language: run.program.language, candidates: intents };
}

/** What the caller's words were taken for. */
export function askMatched(run: Run, heard: Heard, match: IntentMatch): Effect | null {
  const node = run.node();
  if (node?.type !== "ask") return run.fault(`node "${run.frame.node_id}" asks nothing`);
  return onSpeech(run, node, heard, match);
}

function candidates(node: AskNode): string[] {
  return [...new Set(node.branches.flatMap((branch) => ("intent" in branch ? [branch.intent] : [])))];
}

function round(run: Run, node: AskNode): Effect {
  if (run.state.turns >= run.program.max_turns) return run.limit("turns", run.program.max_turns);
  run.state.turns++;
  const text = run.state.attempt === 1 ? node.text : (node.reprompt ?? node.text);
  return run.say(text, node.barge_in ?? true) ?? listen(run, node);
}

function onDigits(run: Run, node: AskNode, digits: string): Effect | null {
  // Nothing but the finish key: whoever answers so has given no answer.
  if (digits === "") return failed(run, node, "no_input", null);
  const index = node.branches.findIndex((branch) => "digits" in branch && branch.digits === digits);
  return decided(run, node, index, "digits", digits);
}

function onSpeech(run: Run, node: AskNode, heard: Heard, match: IntentMatch | null): Effect | null {
  run.reach(heard.from_ms);
  run.emit({
    kind: "heard",
    text: heard.text,
    to_ms: heard.to_ms,
    confidence: heard.confidence,
    intent: match?.intent ?? null,
    intent_confidence: match?.confidence ?? 0,
    because: match?.because ?? [],
    matcher: match?.source ?? null,
  });
  run.reach(heard.to_ms);
  const over = run.overtime();
  if (over !== null) return over;
  // Words that nobody could make out answer no question; an open one has no other way to say so than no_input.
  if (heard.text === "") return failed(run, node, node.next === undefined ? "no_match" : "no_input", null);
  const intent = match?.intent ?? null;
  const index = node.branches.findIndex((branch) => "intent" in branch && branch.intent === intent);
  return decided(run, node, index, "intent", heard.text);
}

/** There is an answer: a branch takes it, an open question does, or nobody. */
function decided(run: Run, node: AskNode, index: number, decision: "intent" | "digits", answer: string): Effect | null {
  const branch = node.branches[index];
  const to = branch?.next ?? node.next;
  if (to === undefined) return failed(run, node, "no_match", answer);
  run.emit({
    kind: "answered",
    decision: branch === undefined ? "open" : decision,
    attempt: run.state.attempt,
    final: true,
  });
  run.state.failure = null;
  store(run, node, answer);
  return run.enter(to, branch === undefined ? "next" : `branch:${index}`, node.id);
}

function failed(run: Run, node: AskNode, decision: "no_match" | "no_input", answer: string | null): Effect | null {
  const final = run.state.attempt > (node.retries ?? 0);
  run.emit({ kind: "answered", decision, attempt: run.state.attempt, final });
  if (!final) {
    run.state.attempt++;
    return round(run, node);
  }
  run.state.failure = decision;
  if (answer !== null) store(run, node, answer);
  const to = node[decision];
  return to === undefined ? run.fault(`node "${node.id}" has no ${decision}`) : run.enter(to, decision, node.id);
}

function store(run: Run, node: AskNode, answer: string): void {
  if (node.store !== undefined) run.set(node.store, valueFor(run.program.variables, node.store, answer));
}
