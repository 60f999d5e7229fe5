import type { Node } from "../scenario/definition_v2";
import { askMatched, askStarted, listen, onListened } from "./ask";
import { onHttpAnswered, sendHttp } from "./http_node";
import type { Program } from "./program";
import { Run } from "./run";
import type { Effect, Input, RunState } from "./state";
import type { TraceEvent } from "./trace";
import { onTransferred, startTransfer } from "./transfer_node";
import { assigned, holds } from "./variables";

export interface Step {
  readonly state: RunState;
  /** What to do next; null: the run is over and the call is too. `hangup` comes with a state that has ended. */
  readonly effect: Effect | null;
  readonly trace: readonly TraceEvent[];
}

/**
 * One step of a run: takes what came of the last effect, runs nodes until the outside is needed again. Pure: the
 * given state is not changed, and the same arguments give the same answer in every process.
 * @throws Error where the input is not what the state waits for: the caller mixed up two calls
 */
export function step(program: Program, state: RunState, input: Input): Step {
  const run = new Run(program, state);
  const effect = run.state.ended !== null ? null : take(run, input);
  return { state: run.state, effect, trace: run.trace };
}

function take(run: Run, input: Input): Effect | null {
  const waiting = run.state.waiting;
  run.state.waiting = null;
  if (input.kind === "cut_off") return run.cutOff(input.by, input.at_ms);
  if (input.kind === "failed") {
    run.reach(input.at_ms);
    run.emit({ kind: "fault", message: input.message });
    return run.end("error");
  }
  if (waiting?.kind === "start" && input.kind === "start") {
    run.enter(run.frame.node_id, "start", null);
    return proceed(run);
  }
  if (waiting?.kind === "say" && input.kind === "said") {
    const { from_ms, to_ms, interrupted } = input.result;
    run.reach(from_ms);
    run.emit({ kind: "said", text: waiting.text, to_ms, interrupted });
    run.state.quiet_nodes = 0;
    if (interrupted !== null && interrupted !== "barge_in") return run.cutOff(interrupted, to_ms);
    run.reach(to_ms);
    return run.overtime() ?? afterSpeech(run);
  }
  if (waiting?.kind === "listen" && input.kind === "listened") return onListened(run, input.result) ?? proceed(run);
  if (waiting?.kind === "match" && input.kind === "matched")
    return askMatched(run, waiting.heard, input.match) ?? proceed(run);
  if (waiting?.kind === "http" && input.kind === "http_answered")
    return onHttpAnswered(run, waiting, input.answer, input.at_ms) ?? proceed(run);
  if (waiting?.kind === "transfer" && input.kind === "transferred")
    return onTransferred(run, waiting.to, input.result) ?? proceed(run);
  throw new Error(`the run waits for "${waiting?.kind ?? "nothing"}" and was given "${input.kind}"`);
}

/** Runs the node that was just entered, and those behind it, until there is something to do outside. Null: the call is over. */
function proceed(run: Run): Effect | null {
  for (;;) {
    if (run.state.ended !== null) return null;
    const over = run.overLimits();
    if (over !== null) return over;
    const node = run.node();
    if (node === undefined) return run.fault(`there is no node "${run.frame.node_id}"`);
    const effect = execute(run, node);
    if (effect !== null) return effect;
  }
}

/** Starts a node. Null: it is done and the next one is entered. */
function execute(run: Run, node: Node): Effect | null {
  const { state, program } = run;
  switch (node.type) {
    case "say":
      return run.say(node.text, node.barge_in ?? false) ?? run.enter(node.next, "next", node.id);
    case "ask":
      return askStarted(run, node);
    case "condition": {
      const index = node.branches.findIndex((branch) => holds(branch.when, state.variables));
      const branch = node.branches[index];
      return branch === undefined
        ? run.enter(node.otherwise, "otherwise", node.id)
        : run.enter(branch.next, `branch:${index}`, node.id);
    }
    case "set":
      for (const assignment of node.assign)
        run.set(assignment.variable, assigned(program.variables, state.variables, assignment));
      return run.enter(node.next, "next", node.id);
    case "http":
      return sendHttp(run, node);
    case "transfer":
      return startTransfer(run, node);
    case "subflow":
      return run.call(node.flow);
    case "return":
      return run.return();
    case "hangup":
      return (node.text === undefined ? null : run.say(node.text, false)) ?? hangUp(run, node);
  }
}

/** A text was said: what that means depends on the node that said it. */
function afterSpeech(run: Run): Effect | null {
  const node = run.node();
  if (node?.type === "ask") return listen(run, node);
  if (node?.type === "hangup") return hangUp(run, node);
  if (node?.type === "say") return run.enter(node.next, "next", node.id) ?? proceed(run);
  return run.fault(`node "${run.frame.node_id}" has nothing to say`);
}

function hangUp(run: Run, node: Extract<Node, { type: "hangup" }>): Effect {
  const outcome = node.outcome === undefined ? (run.state.failure ?? "completed") : "completed";
  return run.end(outcome, node.outcome ?? null, node.tags ?? []);
}
