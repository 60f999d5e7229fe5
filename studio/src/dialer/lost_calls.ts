import type { Db } from "../db/db";
import type { VoiceGateway } from "../voice/gateway";
import { onLost } from "../voice/jambonz/status";
import { endCall } from "./end_call";
import type { HookedCalls } from "./hooks/call";
import { INTERRUPTED, type LostCall } from "./recover";

/** Ends calls that a gateway carried by itself and was not heard of any more: here by what is known of them, then there. */
export function lostCalls(services: {
  db: Db;
  now(): Date;
  hooked: HookedCalls;
  /** Null where it is not set up any more. */
  gateway: VoiceGateway | null;
}): (call: LostCall) => Promise<void> {
  const { db, now, hooked, gateway } = services;
  return async ({ id, reference }) => {
    const ended = await hooked.work(id, onLost);
    // Its scenario cannot be had any more, or a hook was faster.
    if (ended === null) await db.asSystem((tx) => endCall(tx, id, null, INTERRUPTED, now()));
    // A gateway that cannot be asked ends the call by its own limit.
    if (reference !== null) await gateway?.endCall?.(reference).catch(() => undefined);
  };
}
