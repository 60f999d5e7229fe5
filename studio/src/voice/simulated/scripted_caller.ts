import type { Caller, Pickup, Reaction, Reply, TransferAnswer } from "./caller";

/** What a scripted caller does, in order: a reaction per sentence, a reply per turn. What is not written is the default. */
export interface CallerScript {
  /** Default: answers after 3 s. */
  readonly pickup?: Pickup;
  /** Default: hears every sentence out. */
  readonly reactions?: readonly Reaction[];
  /** After the last one: `afterwards`. */
  readonly replies?: readonly Reply[];
  /** Default: silence. */
  readonly afterwards?: Reply;
  /** Default: connected after 4 s. */
  readonly transfers?: readonly TransferAnswer[];
}

const ANSWER: Pickup = { kind: "answer", after_ms: 3_000 };
const HEAR: Reaction = { kind: "hear" };
const SILENCE: Reply = { kind: "silence" };
const CONNECTED: TransferAnswer = { kind: "connected", after_ms: 4_000 };

/** A caller who follows a script. */
export function scriptedCaller(script: CallerScript): Caller {
  let sentence = 0;
  let turn = 0;
  let transfer = 0;
  return {
    pickup: () => script.pickup ?? ANSWER,
    reaction: () => script.reactions?.[sentence++] ?? HEAR,
    reply: () => script.replies?.[turn++] ?? script.afterwards ?? SILENCE,
    transfer: () => script.transfers?.[transfer++] ?? CONNECTED,
  };
}
