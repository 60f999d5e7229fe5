/** How well intents are told apart: a confusion table and the usual figures, from utterances whose intent is known. */
import { BuiltinMatcher } from "./builtin";
import type { IntentMatcher, LibraryIntent } from "./matcher";

export interface LabelledUtterance {
  readonly text: string;
  /** BCP 47. */
  readonly language: string;
  /** What was meant; null: none of the intents. */
  readonly intent: string | null;
}

export interface IntentFigures {
  readonly intent: string;
  /** Utterances that meant it. */
  readonly support: number;
  /** Of those taken for it, the share that meant it; null where none was taken for it. */
  readonly precision: number | null;
  /** Of those that meant it, the share that was taken for it; null where none meant it. */
  readonly recall: number | null;
  readonly f1: number | null;
}

export interface Mistake {
  readonly text: string;
  readonly language: string;
  readonly expected: string | null;
  readonly got: string | null;
  readonly confidence: number;
}

export interface Evaluation {
  readonly utterances: number;
  /** Share of right answers, "none of them" included; null without utterances. */
  readonly accuracy: number | null;
  /** Mean of the intents' F1. */
  readonly macro_f1: number | null;
  /** Utterances that meant an intent and were taken for none. */
  readonly unmatched: number;
  readonly intents: readonly IntentFigures[];
  /** `counts[meant][taken]`; both in the order of `labels`, whose last entry null stands for "none of them". */
  readonly confusion: { readonly labels: readonly (string | null)[]; readonly counts: readonly (readonly number[])[] };
  /** The first hundred wrong answers, surest first: what to look at. */
  readonly mistakes: readonly Mistake[];
}

const MAX_MISTAKES = 100;

/** Asks the matcher for each utterance, with all of `intents` as candidates. Intents that only occur as labels are added. */
export async function evaluate(
  matcher: IntentMatcher,
  utterances: readonly LabelledUtterance[],
  intents: readonly string[],
): Promise<Evaluation> {
  return tally(await answers(() => matcher, utterances, intents), intents);
}

/**
 * Evaluates a library with its own utterances without scoring any on itself: each is asked of a matcher that was trained without it.
 * Up to `leave_one_out` utterances each gets a training of its own; beyond that ten folds share them.
 */
export async function evaluateLibrary(
  library: readonly LibraryIntent[],
  options: { language: string; leave_one_out?: number },
): Promise<Evaluation> {
  const intents = [...new Set(library.map(({ name }) => name))];
  const rows = library.flatMap(({ name, language, utterances }) =>
    utterances.map((text) => ({ text, intent: name, language: language ?? options.language })),
  );
  const folds = rows.length <= (options.leave_one_out ?? LEAVE_ONE_OUT_BELOW) ? rows.length : FOLDS;
  const given: Answer[] = [];
  for (let fold = 0; fold < folds; fold += 1) {
    let at = 0;
    const trained = new BuiltinMatcher(
      library.map((intent) => ({ ...intent, utterances: intent.utterances.filter(() => at++ % folds !== fold) })),
    );
    const asked = rows.filter((_, i) => i % folds === fold);
    given.push(...(await answers(() => trained, asked, intents)));
    // Training is work without a pause: let others have a turn.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return tally(given, intents);
}

const LEAVE_ONE_OUT_BELOW = 40;
const FOLDS = 10;

interface Answer extends LabelledUtterance {
  readonly got: string | null;
  readonly confidence: number;
}

async function answers(
  matcherOf: () => IntentMatcher,
  utterances: readonly LabelledUtterance[],
  candidates: readonly string[],
): Promise<Answer[]> {
  const given: Answer[] = [];
  for (const utterance of utterances) {
    const { intent, confidence } = await matcherOf().match(utterance.text, {
      language: utterance.language,
      candidates,
    });
    given.push({ ...utterance, got: intent, confidence });
  }
  return given;
}

function tally(given: readonly Answer[], intents: readonly string[]): Evaluation {
  const named = [...new Set([...intents, ...given.flatMap(({ intent }) => (intent === null ? [] : [intent]))])].sort();
  const labels: (string | null)[] = [...named, null];
  const place = new Map(labels.map((label, at) => [label, at]));
  const counts = labels.map(() => labels.map(() => 0));
  for (const { intent, got } of given) counts[place.get(intent)!]![place.get(got)!]! += 1;
  const none = labels.length - 1;
  const figures = named.map((intent, at) => {
    const support = sum(counts[at]!);
    const taken = sum(counts.map((row) => row[at]!));
    const right = counts[at]![at]!;
    return {
      intent,
      support,
      precision: taken === 0 ? null : right / taken,
      recall: support === 0 ? null : right / support,
      f1: support + taken === 0 ? null : (2 * right) / (support + taken),
    };
  });
  const scored = figures.flatMap(({ f1 }) => (f1 === null ? [] : [f1]));
  return {
    utterances: given.length,
    accuracy: given.length === 0 ? null : given.filter(({ intent, got }) => intent === got).length / given.length,
    macro_f1: scored.length === 0 ? null : sum(scored) / scored.length,
    unmatched: sum(counts.slice(0, none).map((row) => row[none]!)),
    intents: figures,
    confusion: { labels, counts },
    mistakes: given
      .filter(({ intent, got }) => intent !== got)
      .sort((a, b) => b.confidence - a.confidence)
      .slice(0, MAX_MISTAKES)
      .map(({ text, language, intent, got, confidence }) => ({ text, language, expected: intent, got, confidence })),
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
