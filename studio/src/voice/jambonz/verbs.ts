import type { Effect } from "../../runtime/state";

/** The verbs of jambonz that we send; names and units are jambonz's (seconds). */
export type JambonzVerb =
  | { readonly verb: "say"; readonly text: string }
  | {
      readonly verb: "gather";
      readonly actionHook: string;
      readonly input: readonly ("speech" | "digits")[];
      readonly timeout: number;
      readonly bargein: boolean;
      readonly dtmfBargein: boolean;
      readonly listenDuringPrompt: boolean;
      readonly minDigits?: number;
      readonly maxDigits?: number;
      readonly interDigitTimeout?: number;
      readonly finishOnKey?: string;
      readonly recognizer?: { readonly vendor: string; readonly language: string; readonly hints?: readonly string[] };
      readonly say?: { readonly text: string };
    }
  | {
      readonly verb: "dial";
      readonly actionHook: string;
      readonly target: readonly [DialTarget];
      readonly callerId: string;
      readonly timeout: number;
    }
  | { readonly verb: "redirect"; readonly actionHook: string }
  | { readonly verb: "hangup" };

type DialTarget =
  | { readonly type: "phone"; readonly number: string; readonly trunk?: string }
  | { readonly type: "sip"; readonly sipUri: string };

type Say = Extract<Effect, { kind: "say" }>;
type Listen = Extract<Effect, { kind: "listen" }>;

/** How long the other side of a transfer may ring. */
const TRANSFER_RING_S = 40;

export function sayVerb(say: Say): JambonzVerb {
  return { verb: "say", text: plain(say.text) };
}

/**
 * Listens, with the question inside, so that it can be interrupted.
 * @param left_ms until the call's own limit
 */
export function gatherVerb(listen: Listen, prompt: Say | null, actionHook: string, left_ms: number): JambonzVerb {
  const { mode, timeout_ms, max_digits, finish_key, language, expected } = listen.options;
  const speech = mode !== "dtmf";
  const digits = mode !== "speech";
  const interrupts = prompt?.options.barge_in ?? true;
  // jambonz takes 0 for "for ever".
  const timeout = Math.max(0.1, Math.min(timeout_ms, left_ms) / 1_000);
  return {
    verb: "gather",
    actionHook,
    input: [...(speech ? (["speech"] as const) : []), ...(digits ? (["digits"] as const) : [])],
    timeout,
    bargein: interrupts && speech,
    dtmfBargein: interrupts && digits,
    listenDuringPrompt: interrupts,
    // Without a least number jambonz never starts the clock between two keys.
    ...(digits && { minDigits: 1, maxDigits: max_digits, interDigitTimeout: timeout }),
    ...(digits && finish_key !== undefined && { finishOnKey: finish_key }),
    ...(speech && {
      recognizer: {
        vendor: "default",
        language: speechLanguage(language),
        ...(expected.phrases.length > 0 && { hints: expected.phrases }),
      },
    }),
    ...(prompt !== null && { say: { text: plain(prompt.text) } }),
  };
}

export function dialVerb(to: string, from: string, trunk: string | null, actionHook: string): JambonzVerb {
  const number = to.replace(/^tel:/i, "");
  const target: DialTarget = /^sips?:/i.test(to)
    ? { type: "sip", sipUri: to }
    : { type: "phone", number, ...(trunk !== null && { trunk }) };
  return { verb: "dial", actionHook, target: [target], callerId: from, timeout: TRANSFER_RING_S };
}

/** A text that begins with `<speak>` is markup to jambonz; what a variable brings in must not become that. */
function plain(text: string): string {
  return text.replace(/[<>]/g, " ").trim();
}

/** Speech services want a region: `en` is `en-US` to them, by the likely subtags of Unicode CLDR. */
export function speechLanguage(tag: string): string {
  const { language, region } = new Intl.Locale(tag).maximize();
  return region === undefined ? language : `${language}-${region}`;
}
