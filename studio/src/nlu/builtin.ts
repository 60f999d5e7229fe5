/** The matcher that comes with the studio: trained from a project's library, the same answer for the same question, and able to say why. */
import { basicOf } from "./basics";
import { probability } from "./calibration";
import { type Feature, featuresOf } from "./features";
import type { IntentMatch, IntentMatcher, LibraryIntent, MatchOptions, MatchReason } from "./matcher";
import { primaryLanguage, type Token, tokens } from "./text";
import { exactKey, type LanguageModel, rank, scoresOf, trainLanguage } from "./training";
import { type Vocabulary, vectorOf } from "./vocabulary";

export const BUILTIN = "builtin";
/** Below this probability the answer is no intent. */
export const DEFAULT_THRESHOLD = 0.5;
/** What was written down word for word is as sure as it gets. */
const EXACT_CONFIDENCE = 0.98;
const MAX_REASONS = 5;
const MIN_SHARE = 0.05;
/** Longer speech is no answer to a question; its first part decides. */
const MAX_TOKENS = 200;

/** Trains when it is first asked, at once: for who has time. Calls ask a `PatientMatcher`. */
export class BuiltinMatcher implements IntentMatcher {
  private readonly models = new Map<string, LanguageModel>();

  /** @param library intents with their utterances; trained per language, when it is first asked for */
  constructor(
    private readonly library: readonly LibraryIntent[],
    private readonly threshold = DEFAULT_THRESHOLD,
  ) {}

  match(text: string, options: MatchOptions): IntentMatch {
    const spoken = primaryLanguage(options.language);
    const model = this.models.get(spoken) ?? trainLanguage(this.library, spoken);
    this.models.set(spoken, model);
    return matchWith(model, text, options, this.threshold);
  }
}

/** What the model of the language makes of an utterance. */
export function matchWith(
  model: LanguageModel,
  text: string,
  { language, candidates }: MatchOptions,
  threshold = DEFAULT_THRESHOLD,
): IntentMatch {
  const said = tokens(text, primaryLanguage(language)).slice(0, MAX_TOKENS);
  const labels = new Map<number, string>();
  for (const name of candidates) {
    const label = model.class_of.get(name) ?? model.class_of.get(basicOf(name) ?? "");
    if (label !== undefined && !labels.has(label)) labels.set(label, name);
  }
  if (said.length === 0 || labels.size === 0) return { intent: null, confidence: 0, because: [], source: BUILTIN };
  const exact = labels.get(model.exact.get(exactKey(said)) ?? -1);
  if (exact !== undefined) {
    return {
      intent: exact,
      confidence: EXACT_CONFIDENCE,
      because: [{ text: joined(said), weight: 1 }],
      source: BUILTIN,
    };
  }
  const features = featuresOf(said);
  const vector = vectorOf(model.vocabulary, features);
  const { label, best, lead } = rank(scoresOf(model.weights, vector), labels.keys());
  // Without a known word or syllable there is nothing to go by but how often each intent was written down.
  const confidence = vector.index.length === 0 ? 0 : probability(model.calibration, { best, lead });
  const because = reasons(said, features, model.vocabulary, vector, model.weights[label]!);
  const intent = confidence >= threshold && because.length > 0 ? labels.get(label)! : null;
  return { intent, confidence: Math.round(confidence * 1e4) / 1e4, because, source: BUILTIN };
}

/** The parts of the utterance that spoke for the intent, by their share of what spoke for it. */
function reasons(
  said: readonly Token[],
  features: readonly Feature[],
  vocabulary: Vocabulary,
  vector: { index: Int32Array; value: Float64Array },
  weights: Float32Array,
): MatchReason[] {
  const value_of = new Map(Array.from(vector.index, (at, i) => [at, vector.value[i]!]));
  const share = new Array<number>(said.length).fill(0);
  const told = new Set<string>();
  for (const { key, of } of features) {
    const at = vocabulary.index_of.get(key);
    if (at === undefined || told.has(key)) continue;
    told.add(key);
    const part = (weights[at]! * value_of.get(at)!) / of.length;
    for (const token of of) share[token]! += part;
  }
  const total = share.reduce((sum, part) => sum + Math.max(0, part), 0);
  if (total <= 0) return [];
  const found: { text: string; weight: number; last: number }[] = [];
  share.forEach((part, at) => {
    const weight = Math.max(0, part) / total;
    if (weight < MIN_SHARE) return;
    const before = found[found.length - 1];
    const { run, text } = said[at]!;
    // Syllables that follow each other are shown as one: alone they mean nothing to a reader.
    if (before !== undefined && run !== null && before.last === at - 1 && said[at - 1]!.run === run) {
      before.text += text;
      before.weight += weight;
      before.last = at;
    } else found.push({ text, weight, last: at });
  });
  return found
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_REASONS)
    .map(({ text, weight }) => ({ text, weight: Math.round(weight * 1e4) / 1e4 }));
}

function joined(said: readonly Token[]): string {
  return said
    .map(({ text, run }, at) => (at === 0 || (run !== null && said[at - 1]!.run === run) ? text : ` ${text}`))
    .join("");
}
