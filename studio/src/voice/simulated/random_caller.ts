import type { ListenOptions } from "../../runtime/session";
import { speakingMs } from "../pace";
import type { Caller, Pickup, Reaction, Reply, TransferAnswer } from "./caller";
import { pick, type Random, seeded, wholeBetween } from "./random";

/**
 * How often people do what, as shares of 1. `pickup` is a table of weights; the others apply per sentence (`barge_in`,
 * `hang_up_in_sentence`), per turn (`silence`, `mumble`, `off_topic`, `wrong_digits`, `hang_up_in_turn`; the rest answers
 * properly) or per transfer.
 */
export interface CallerManners {
  readonly pickup: Readonly<Record<Pickup["kind"], number>>;
  readonly barge_in: number;
  readonly hang_up_in_sentence: number;
  readonly silence: number;
  readonly mumble: number;
  readonly off_topic: number;
  readonly wrong_digits: number;
  readonly hang_up_in_turn: number;
  readonly transfer_connects: number;
}

/** Own choice, near what outbound campaigns report: two in three are reached, one turn in five goes wrong. */
export const ORDINARY_MANNERS: CallerManners = {
  pickup: { answer: 0.66, no_answer: 0.17, busy: 0.07, voicemail: 0.08, failed: 0.02 },
  barge_in: 0.12,
  hang_up_in_sentence: 0.01,
  silence: 0.06,
  mumble: 0.05,
  off_topic: 0.05,
  wrong_digits: 0.05,
  hang_up_in_turn: 0.02,
  transfer_connects: 0.85,
};

const OFF_TOPIC = ["who is this", "what did you say", "the weather is nice today", "hold on a moment"] as const;
const OPEN_WORDS = ["yes", "no", "tomorrow at ten", "my name is Mara Lindt", "I do not know", "seven"] as const;
const SIP_FAILURES: [SipFailure, ...SipFailure[]] = [
  { sip_status: 404, reason: "the number does not exist" },
  { sip_status: 480, reason: "temporarily unavailable" },
  { sip_status: 503, reason: "the trunk is out of order" },
];
type SipFailure = { readonly sip_status: number; readonly reason: string };

/** A caller at random: the same seed gives the same caller, who does the same in the same call. */
export function randomCaller(seed: string, manners: CallerManners = ORDINARY_MANNERS): Caller {
  const random = seeded(seed);
  const happens = (share: number) => random() < share;
  return {
    pickup: () => pickupOf(random, manners),
    reaction(text): Reaction {
      const whole_ms = speakingMs(text);
      const after_ms = wholeBetween(random, 100, whole_ms);
      if (happens(manners.hang_up_in_sentence)) return { kind: "hang_up", after_ms };
      return happens(manners.barge_in) ? { kind: "barge_in", after_ms } : { kind: "hear" };
    },
    reply(options): Reply {
      const after_ms = wholeBetween(random, 200, Math.max(200, Math.min(2_500, options.timeout_ms - 1)));
      if (happens(manners.hang_up_in_turn)) return { kind: "hang_up", after_ms };
      if (happens(manners.silence)) return { kind: "silence" };
      return replyOf(random, manners, options, after_ms);
    },
    transfer: (): TransferAnswer =>
      happens(manners.transfer_connects)
        ? { kind: "connected", after_ms: wholeBetween(random, 1_500, 12_000) }
        : { kind: "failed", after_ms: 20_000, reason: pick(random, ["busy", "no_answer", "failed"]) },
  };
}

function pickupOf(random: Random, { pickup }: CallerManners): Pickup {
  const kind = weighted(random, pickup);
  switch (kind) {
    case "no_answer":
      return { kind };
    case "failed":
      return { kind, after_ms: wholeBetween(random, 200, 1_500), ...pick(random, SIP_FAILURES) };
    case "busy":
      return { kind, after_ms: wholeBetween(random, 800, 3_000) };
    case "voicemail":
      return { kind, after_ms: wholeBetween(random, 15_000, 25_000) };
    case "answer":
      return { kind, after_ms: wholeBetween(random, 2_000, 18_000) };
  }
}

function replyOf(random: Random, manners: CallerManners, options: ListenOptions, after_ms: number): Reply {
  const { phrases, digits } = options.expected;
  const keys = options.mode === "dtmf" || (options.mode === "either" && (phrases.length === 0 || random() < 0.4));
  if (!keys) {
    if (random() < manners.mumble) return { kind: "mumble", after_ms };
    if (random() < manners.off_topic) return { kind: "speech", after_ms, text: pick(random, OFF_TOPIC) };
    const [first, ...others] = phrases;
    const text = first === undefined ? pick(random, OPEN_WORDS) : pick(random, [first, ...others]);
    return { kind: "speech", after_ms, text, confidence: 0.7 + 0.3 * random() };
  }
  const [first, ...others] = digits;
  const known = first !== undefined && random() >= manners.wrong_digits;
  const length = wholeBetween(random, 1, Math.min(6, options.max_digits));
  const pressed = known
    ? pick(random, [first, ...others])
    : Array.from({ length }, () => String(wholeBetween(random, 0, 9))).join("");
  const finish = pressed.length < options.max_digits ? (options.finish_key ?? "") : "";
  return { kind: "digits", after_ms, digits: pressed + finish };
}

function weighted<Key extends string>(random: Random, weights: Readonly<Record<Key, number>>): Key {
  const keys = Object.keys(weights) as [Key, ...Key[]];
  let left = random() * keys.reduce((sum, key) => sum + weights[key], 0);
  for (const key of keys) {
    left -= weights[key];
    if (left < 0) return key;
  }
  return keys[0];
}
