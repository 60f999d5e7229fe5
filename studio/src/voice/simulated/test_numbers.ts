import type { Caller, Pickup, Reply } from "./caller";
import { ORDINARY_MANNERS, randomCaller } from "./random_caller";
import { scriptedCaller } from "./scripted_caller";

/**
 * Numbers whose simulated owner always does the same, for trying out and for tests: `+999`, any digits, and these two
 * at the end. (No country has the code 999.)
 */
export const TEST_NUMBERS = {
  "00": "answers and replies properly",
  "01": "does not answer",
  "02": "is busy",
  "03": "is a voicemail",
  "04": "answers and stays silent",
  "05": "interrupts every sentence and replies properly",
  "06": "hangs up in the middle of the first sentence",
  "07": "answers with wrong keys and words off the topic",
  "08": "mumbles",
  "09": "does not exist",
} as const;

const POLITE = {
  ...ORDINARY_MANNERS,
  pickup: { answer: 1, no_answer: 0, busy: 0, voicemail: 0, failed: 0 },
  barge_in: 0,
  hang_up_in_sentence: 0,
  silence: 0,
  mumble: 0,
  off_topic: 0,
  wrong_digits: 0,
  hang_up_in_turn: 0,
  transfer_connects: 1,
} as const;

/** The owner of a test number; null for every other number. @param seed for what is left to chance */
export function testNumberCaller(to: string, seed: string): Caller | null {
  const ending = /^\+999\d*(0\d)$/.exec(to)?.[1] as keyof typeof TEST_NUMBERS | undefined;
  if (ending === undefined) return null;
  const only = (pickup: Pickup) => scriptedCaller({ pickup });
  const always = (afterwards: Reply) => scriptedCaller({ afterwards });
  switch (ending) {
    case "00":
      return randomCaller(seed, POLITE);
    case "01":
      return only({ kind: "no_answer" });
    case "02":
      return only({ kind: "busy", after_ms: 1_500 });
    case "03":
      return only({ kind: "voicemail", after_ms: 20_000 });
    case "04":
      return always({ kind: "silence" });
    case "05":
      return randomCaller(seed, { ...POLITE, barge_in: 1 });
    case "06":
      return scriptedCaller({ reactions: [{ kind: "hang_up", after_ms: 350 }] });
    case "07":
      return randomCaller(seed, { ...POLITE, off_topic: 1, wrong_digits: 1 });
    case "08":
      return always({ kind: "mumble", after_ms: 800 });
    case "09":
      return only({ kind: "failed", after_ms: 600, sip_status: 404, reason: "the number does not exist" });
  }
}
