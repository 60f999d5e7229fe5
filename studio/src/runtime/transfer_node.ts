import type { TransferNode } from "../scenario/definition_v2";
import type { Run } from "./run";
import type { TransferFailure, TransferResult } from "./session";
import type { Effect } from "./state";
import { render } from "./variables";

/** A number, an extension, or an address without spaces or anything that could end a SIP header. */
const TARGET = /^(\+?[0-9]{1,20}|(sips?|tel):[!-;=?-~]{1,250})$/i;

/** Starts a transfer. Null: it failed at once and the next node is entered. */
export function startTransfer(run: Run, node: TransferNode): Effect | null {
  const to = render(node.to, run.state.variables).trim();
  if (!TARGET.test(to)) {
    const { at_ms } = run.state;
    return notConnected(run, node, to, "failed", at_ms);
  }
  run.state.waiting = { kind: "transfer", to };
  return { kind: "transfer", to, until_ms: run.until_ms };
}

/** What became of a transfer. Null: the next node is entered, or the call is over. */
export function onTransferred(run: Run, to: string, result: TransferResult): Effect | null {
  const node = run.node();
  if (node?.type !== "transfer") return run.fault(`node "${run.frame.node_id}" transfers nobody`);
  run.reach(result.from_ms);
  run.state.quiet_nodes = 0;
  if (result.kind === "cut_off") return run.cutOff(result.by, result.to_ms);
  if (result.kind === "failed") return notConnected(run, node, to, result.reason, result.to_ms);
  run.emit({ kind: "transferred", to, to_ms: result.to_ms, connected: true, reason: null });
  run.reach(result.to_ms);
  run.end("transferred");
  return null;
}

function notConnected(run: Run, node: TransferNode, to: string, reason: TransferFailure, to_ms: number): Effect | null {
  run.emit({ kind: "transferred", to, to_ms, connected: false, reason });
  run.reach(to_ms);
  run.state.failure = "transfer_failed";
  if (node.on_failure === undefined) return run.end("transfer_failed");
  return run.enter(node.on_failure, "on_failure", node.id);
}
