import type { Scalar } from "../scenario/definition_parts";
import type { Node } from "../scenario/definition_v2";
import { RUNTIME_LIMITS } from "./limits";
import type { Program, ProgramFlow } from "./program";
import type { CutOff } from "./session";
import type { Effect, Frame, RunState } from "./state";
import type { RunOutcome, TraceDetail, TraceEvent } from "./trace";
import { render } from "./variables";

/** A state while one step works on it, with what every kind of node needs to do. */
export class Run {
  readonly state: RunState;
  readonly trace: TraceEvent[] = [];

  constructor(
    readonly program: Program,
    state: RunState,
  ) {
    this.state = { ...state, frames: state.frames.map((frame) => ({ ...frame })), variables: { ...state.variables } };
  }

  get frame(): Frame {
    return this.state.frames[this.state.frames.length - 1] as Frame;
  }

  /** The node that is running; undefined where an edge led to nowhere. */
  node(): Node | undefined {
    return this.flow(this.frame.flow)?.nodes.get(this.frame.node_id);
  }

  /** Time has come so far; it never goes back, whatever a gateway's clock does. */
  reach(at_ms: number): void {
    this.state.at_ms = Math.max(this.state.at_ms, Math.round(at_ms));
  }

  emit(detail: TraceDetail): void {
    const { flow, node_id, visit } = this.frame;
    this.trace.push({ seq: this.state.seq++, at_ms: this.state.at_ms, flow, node_id, visit, ...detail });
  }

  /** Goes to a node of the running flow. Always null, to be returned by a node that is done. */
  enter(node_id: string, via: string, from_node_id: string | null): null {
    this.frame.node_id = node_id;
    this.frame.visit = ++this.state.visits;
    this.state.quiet_nodes++;
    this.emit({ kind: "node_entered", type: this.node()?.type ?? "missing", via, from_node_id });
    return null;
  }

  /** Goes into a sub-flow. */
  call(name: string): Effect | null {
    const flow = this.flow(name);
    if (flow === undefined) return this.fault(`there is no flow "${name}"`);
    if (this.state.frames.length > RUNTIME_LIMITS.depth) return this.limit("depth", RUNTIME_LIMITS.depth);
    const from = this.frame.node_id;
    this.state.frames.push({ flow: name, node_id: flow.start, visit: 0 });
    return this.enter(flow.start, "flow", from);
  }

  /** Comes back from a sub-flow. */
  return(): Effect | null {
    if (this.state.frames.length === 1) return this.fault("a return outside of a sub-flow");
    const from = this.frame.node_id;
    this.state.frames.pop();
    const node = this.node();
    if (node?.type !== "subflow" || node.next === undefined)
      return this.fault(`nothing follows after "${this.frame.node_id}" when its flow returns`);
    return this.enter(node.next, "return", from);
  }

  /** Sets a variable, or unsets it (undefined). */
  set(variable: string, value: Scalar | undefined): void {
    if (value === undefined) delete this.state.variables[variable];
    else this.state.variables[variable] = value;
    this.emit({ kind: "variable_set", variable, value: value ?? null });
  }

  /** Has a template said; null where nothing is left to say. */
  say(template: string, barge_in: boolean): Effect | null {
    const text = render(template, this.state.variables).trim();
    if (text === "") return null;
    this.state.waiting = { kind: "say", text };
    return { kind: "say", text, options: { language: this.program.language, barge_in, until_ms: this.until_ms } };
  }

  get until_ms(): number {
    return this.program.max_duration_ms;
  }

  /** Ends the run where its time is up. */
  overtime(): Effect | null {
    if (this.state.at_ms < this.until_ms) return null;
    return this.limit("time", this.until_ms / 1000);
  }

  /** Ends the run where a limit other than that of turns is reached. */
  overLimits(): Effect | null {
    if (this.state.quiet_nodes > RUNTIME_LIMITS.quiet_nodes) return this.limit("steps", RUNTIME_LIMITS.quiet_nodes);
    if (this.state.visits > RUNTIME_LIMITS.nodes) return this.limit("steps", RUNTIME_LIMITS.nodes);
    return this.overtime();
  }

  /** Ends the run at a limit. @param value the limit, in its own unit (time: seconds) */
  limit(limit: "turns" | "time" | "steps" | "depth", value: number): Effect {
    this.emit({ kind: "limit_hit", limit, value });
    return this.end(`limit_${limit}`);
  }

  fault(message: string): Effect {
    this.emit({ kind: "fault", message });
    return this.end("error");
  }

  /** Ends the run by a hang-up of ours. */
  end(outcome: RunOutcome, disposition: string | null = null, tags: readonly string[] = []): Effect {
    this.state.ended = { outcome, disposition, tags };
    this.state.waiting = null;
    this.emit({ kind: "ended", outcome, disposition, tags });
    return { kind: "hangup" };
  }

  /** The call is over, from outside. Always null: there is nothing left to hang up. */
  cutOff(by: CutOff, at_ms: number): null {
    this.reach(at_ms);
    this.emit({ kind: "cut_off", by });
    if (by === "time_limit") this.limit("time", this.until_ms / 1000);
    else this.end(by);
    return null;
  }

  private flow(name: string | null): ProgramFlow | undefined {
    return name === null ? this.program.main : this.program.flows.get(name);
  }
}
