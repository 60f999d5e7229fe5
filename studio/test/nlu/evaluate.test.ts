import { BuiltinMatcher } from "../../src/nlu/builtin";
import { evaluate, evaluateLibrary, type LabelledUtterance } from "../../src/nlu/evaluate";
import type { IntentMatcher } from "../../src/nlu/matcher";
import { CLINIC, INTENTS, PARAPHRASES, STRANGE } from "./library";

const said = (text: string, intent: string | null): LabelledUtterance => ({ text, intent, language: "en" });

test("the figures are those that are worked out by hand", async () => {
  const takes: Record<string, string | null> = {
    a1: "a",
    a2: "a",
    a3: "b",
    a4: null,
    b1: "b",
    b2: "a",
    n1: null,
    n2: "b",
  };
  const matcher: IntentMatcher = {
    match: (text) => Promise.resolve({ intent: takes[text] ?? null, confidence: 0.7, because: [], source: "test" }),
  };
  const rows = Object.keys(takes).map((text) => said(text, text[0] === "n" ? null : text[0]!));
  const result = await evaluate(matcher, rows, ["a", "b", "unused"]);
  expect(result.confusion.labels).toEqual(["a", "b", "unused", null]);
  expect(result.confusion.counts).toEqual([
    [2, 1, 0, 1],
    [1, 1, 0, 0],
    [0, 0, 0, 0],
    [0, 1, 0, 1],
  ]);
  expect(result).toMatchObject({ utterances: 8, accuracy: 4 / 8, unmatched: 1 });
  expect(result.intents).toEqual([
    { intent: "a", support: 4, precision: 2 / 3, recall: 2 / 4, f1: 4 / 7 },
    { intent: "b", support: 2, precision: 1 / 3, recall: 1 / 2, f1: 2 / 5 },
    { intent: "unused", support: 0, precision: null, recall: null, f1: null },
  ]);
  expect(result.macro_f1).toBeCloseTo((4 / 7 + 2 / 5) / 2);
  expect(result.mistakes.map(({ text, expected, got }) => [text, expected, got])).toEqual([
    ["a3", "a", "b"],
    ["a4", "a", null],
    ["b2", "b", "a"],
    ["n2", null, "b"],
  ]);
});

test("without utterances there are no figures, and no division by nothing", async () => {
  const result = await evaluate(new BuiltinMatcher([]), [], ["a"]);
  expect(result).toMatchObject({ utterances: 0, accuracy: null, macro_f1: null, unmatched: 0, mistakes: [] });
});

test("recordings from outside the library: the clinic's matcher is right on nine in ten, strangers included", async () => {
  const rows = [...PARAPHRASES.map(([text, intent]) => said(text, intent)), ...STRANGE.map((text) => said(text, null))];
  const { accuracy, macro_f1 } = await evaluate(new BuiltinMatcher(CLINIC), rows, INTENTS);
  expect(accuracy).toBeGreaterThanOrEqual(0.9);
  expect(macro_f1).toBeGreaterThanOrEqual(0.85);
});

test("a library is not scored on what it was trained with", async () => {
  const english = CLINIC.filter(({ language }) => language === "en");
  const folds = await evaluateLibrary(english, { language: "en" });
  const cheating = await evaluate(
    new BuiltinMatcher(english),
    english.flatMap(({ name, utterances }) => utterances.map((text) => said(text, name))),
    INTENTS,
  );
  expect(cheating.accuracy).toBe(1);
  expect(folds.utterances).toBe(70);
  // Guessing one intent in seven would be right on 0.14.
  expect(folds.accuracy).toBeGreaterThanOrEqual(0.6);
  expect(folds.accuracy).toBeLessThan(1);
  // Unique nonsense can be learnt by heart only: held out, nobody could know it.
  const unique = ["a", "b"].map((name) => ({
    name,
    utterances: ["q", "w", "e", "r"].map((x) => `${name}${x}${x}${name}x${x}`),
  }));
  expect((await evaluateLibrary(unique, { language: "en" })).utterances).toBe(8);
});

test("each intent twice and nothing in common: held out, none is recognised", async () => {
  const library = [
    { name: "a", utterances: ["mountain", "river"] },
    { name: "b", utterances: ["chocolate", "engine"] },
  ];
  const { accuracy, unmatched } = await evaluateLibrary(library, { language: "en" });
  expect(accuracy).toBe(0);
  expect(unmatched).toBe(4);
});
