/** Trains what the built-in matcher knows of one language. */
import { type Basic, basicOf, basicUtterances } from "./basics";
import { type Calibration, calibrate, type Observation } from "./calibration";
import { featuresOf } from "./features";
import { type LinearModel, type Sample, score, trainLinear } from "./linear";
import type { LibraryIntent } from "./matcher";
import { primaryLanguage, type Token, tokens } from "./text";
import { type Vector, type Vocabulary, vectorOf, vocabularyOf } from "./vocabulary";

/** Beyond so many utterances an evenly spaced choice of each intent's has to do. */
const MAX_UTTERANCES = 6_000;
/** Weights of all classes together: bounds the memory. */
const MAX_WEIGHTS = 8_000_000;
const MAX_FEATURES = 30_000;
const FOLDS = 5;
/** Callers who mean none of the intents, for each one who means one of them. Source: own choice; with more, fewer answers are taken. */
const STRANGER_WEIGHT = 0.2;
/** With more utterances than this one fold tells enough. */
const ALL_FOLDS_BELOW = 1_500;

/** Plain data, so that one thread may train it for another. */
export interface LanguageModel {
  readonly vocabulary: Vocabulary;
  readonly weights: LinearModel;
  /** Class of an intent; basic intents are there under their own name or the library's. */
  readonly class_of: ReadonlyMap<string, number>;
  readonly calibration: Calibration;
  /** Class by the tokens of a whole utterance; null where two classes have the same one. */
  readonly exact: ReadonlyMap<string, number | null>;
}

export interface Utterance {
  readonly label: number;
  readonly tokens: readonly Token[];
}

/** @param language primary subtag */
export function trainLanguage(library: readonly LibraryIntent[], language: string): LanguageModel {
  const { names, utterances } = gather(library, language);
  const classes = names.length;
  const max_features = Math.min(MAX_FEATURES, Math.floor(MAX_WEIGHTS / Math.max(1, classes)));
  const { vocabulary, samples } = vectors(utterances, max_features);
  const class_of = new Map(names.map((name, label) => [name, label]));
  const exact = new Map<string, number | null>();
  for (const { label, tokens: said } of utterances) {
    const key = exactKey(said);
    const before = exact.get(key);
    exact.set(key, before === undefined || before === label ? label : null);
  }
  return {
    vocabulary,
    weights: trainLinear(samples, classes, vocabulary.idf.length),
    class_of,
    calibration: calibrate(heldOut(utterances, classes, max_features)),
    exact,
  };
}

export const exactKey = (said: readonly Token[]) => said.map(({ text }) => text).join(" ");

/** Best class among `allowed` and its lead over the next, which counts as -1 where there is none. */
export function rank(
  scores: readonly number[],
  allowed: Iterable<number>,
): { label: number; best: number; lead: number } {
  let [label, best, second] = [-1, -Infinity, -1];
  for (const each of allowed) {
    const value = scores[each]!;
    if (value > best) [label, best, second] = [each, value, label === -1 ? second : Math.max(best, second)];
    else second = Math.max(second, value);
  }
  return { label, best, lead: best - second };
}

export const scoresOf = (weights: LinearModel, vector: Vector) => weights.map((each) => score(each, vector));

function gather(library: readonly LibraryIntent[], language: string): { names: string[]; utterances: Utterance[] } {
  const spoken = new Map<string, string[]>();
  const foreign = new Map<string, string[]>();
  for (const { name, language: tag, utterances } of library) {
    const own = tag === undefined || primaryLanguage(tag) === language;
    const where = own ? spoken : foreign;
    where.set(name, [...(where.get(name) ?? []), ...utterances]);
  }
  // An intent that is described in other languages only: better those than nothing.
  for (const [name, utterances] of foreign) if (!spoken.has(name)) spoken.set(name, utterances);
  const basics = new Map<Basic, string>();
  for (const name of spoken.keys()) {
    const basic = basicOf(name);
    if (basic !== null && !basics.has(basic)) basics.set(basic, name);
  }
  for (const [basic, utterances] of basicUtterances(language)) {
    const name = basics.get(basic) ?? basic;
    spoken.set(name, [...(spoken.get(name) ?? []), ...utterances]);
  }
  const names = [...spoken.keys()].sort();
  const share = Math.max(5, Math.floor(MAX_UTTERANCES / Math.max(1, names.length)));
  const utterances = names.flatMap((name, label) =>
    spread(spoken.get(name)!, share)
      // What has no example yet is at least called by its name.
      .concat(spoken.get(name)!.length === 0 ? [name.replace(/[_-]+/g, " ")] : [])
      .map((text) => ({ label, tokens: tokens(text, language) }))
      .filter((utterance) => utterance.tokens.length > 0),
  );
  return { names, utterances };
}

function spread<T>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all];
  return Array.from({ length: most }, (_, i) => all[Math.floor((i * all.length) / most)]!);
}

function vectors(
  utterances: readonly Utterance[],
  max_features: number,
): { vocabulary: Vocabulary; samples: Sample[] } {
  const features = utterances.map((utterance) => featuresOf(utterance.tokens));
  const vocabulary = vocabularyOf(features, max_features);
  const samples = utterances.map(({ label }, i) => ({ label, vector: vectorOf(vocabulary, features[i]!) }));
  return { vocabulary, samples };
}

/** What training makes of utterances that it has not seen. */
function heldOut(utterances: readonly Utterance[], classes: number, max_features: number): Observation[] {
  if (classes < 2) return [];
  const folds = utterances.length < ALL_FOLDS_BELOW ? FOLDS : 1;
  const seen_of_class = new Array<number>(classes).fill(0);
  // Round robin within each class, so that every fold has some of each.
  const fold_of = utterances.map(({ label }) => seen_of_class[label]!++ % FOLDS);
  const observations: Observation[] = [];
  for (let fold = 0; fold < folds; fold += 1) {
    const { vocabulary, samples } = vectors(
      utterances.filter((_, i) => fold_of[i] !== fold),
      max_features,
    );
    const weights = trainLinear(samples, classes, vocabulary.idf.length);
    const all = Array.from({ length: classes }, (_, label) => label);
    utterances.forEach((utterance, i) => {
      if (fold_of[i] !== fold) return;
      const scores = scoresOf(weights, vectorOf(vocabulary, featuresOf(utterance.tokens)));
      const { label, best, lead } = rank(scores, all);
      observations.push({ best, lead, right: label === utterance.label, weight: 1 });
      const without = rank(
        scores,
        all.filter((each) => each !== utterance.label),
      );
      observations.push({ best: without.best, lead: without.lead, right: false, weight: STRANGER_WEIGHT });
    });
  }
  return observations;
}
