import fc from "fast-check";
import { BuiltinMatcher } from "../../src/nlu/builtin";
import { CLINIC, INTENTS, PARAPHRASES, STRANGE } from "./library";

const clinic = new BuiltinMatcher(CLINIC);
const ask = (text: string, language = "en", candidates: readonly string[] = INTENTS) =>
  clinic.match(text, { language, candidates });

test("what was written down is recognised, word for word, in any spelling", () => {
  for (const { name, language, utterances } of CLINIC) {
    for (const text of utterances) {
      expect(ask(`  ${text.toUpperCase()}!`, language!)).toMatchObject({
        intent: name,
        confidence: 0.98,
        source: "builtin",
      });
    }
  }
});

test("what is said differently is recognised, slips of the recogniser included", () => {
  const right = PARAPHRASES.filter(([text, intent]) => ask(text).intent === intent);
  expect(right.length).toBeGreaterThanOrEqual(PARAPHRASES.length - 1);
  for (const [text, intent] of PARAPHRASES) expect([intent, null]).toContain(ask(text).intent);
});

test("Khmer, which has no spaces, is recognised by its syllables", () => {
  expect(ask("សូមលុបការណាត់ជួបចោល", "km").intent).toBe("cancel_appointment");
  expect(ask("ចង់ណាត់ជួបពេទ្យ", "km-KH").intent).toBe("book_appointment");
  expect(ask("តើបើកម៉ោងណា", "km").intent).toBe("opening_hours");
  expect(ask("អាកាសធាតុល្អ", "km").intent).toBeNull();
});

test("what has nothing to do with any intent is no intent, and surely so", () => {
  for (const text of STRANGE) {
    const match = ask(text);
    expect(match.intent).toBeNull();
    expect(match.confidence).toBeLessThan(0.4);
  }
});

test("only the candidates of the question can be the answer", () => {
  expect(ask("please cancel my visit", "en", ["opening_hours", "price"]).intent).toBeNull();
  expect(ask("please cancel my visit", "en", ["cancel_appointment"]).intent).toBe("cancel_appointment");
  expect(ask("please cancel my visit", "en", ["unheard_of"])).toMatchObject({ intent: null, confidence: 0 });
  expect(ask("please cancel my visit", "en", [])).toMatchObject({ intent: null, because: [] });
});

test("it says which words decided, and by how much", () => {
  const { because } = ask("sorry I'm calling to cancel");
  expect(because[0]!.text).toBe("cancel");
  expect(because.reduce((sum, { weight }) => sum + weight, 0)).toBeLessThanOrEqual(1.001);
  expect(because.map(({ weight }) => weight)).toEqual([...because.map(({ weight }) => weight)].sort((a, b) => b - a));
  // Syllables that belong together are shown together.
  expect(ask("ថ្លៃពិនិត្យប៉ុន្មាន", "km").because[0]!.text.length).toBeGreaterThan(5);
});

describe("yes, no and numbers need no library", () => {
  const empty = new BuiltinMatcher([]);
  const basic = (text: string, language: string, candidates = ["yes", "no", "number"]) =>
    empty.match(text, { language, candidates }).intent;
  test.each([
    ["yes please", "en-GB", "yes"],
    ["yeah sure", "en", "yes"],
    ["no thank you", "en", "no"],
    ["nope, not now", "en", "no"],
    ["ja genau", "de", "yes"],
    ["nein, auf keinen Fall", "de", "no"],
    ["oui bien sur", "fr", "yes"],
    ["да", "ru", "yes"],
    ["បាទ", "km", "yes"],
    ["ចាសត្រូវហើយ", "km", "yes"],
    ["អត់ទេ", "km", "no"],
    ["ไม่ครับ", "th", "no"],
    ["không", "vi", "no"],
    ["好的", "zh", "yes"],
    ["four", "en", "number"],
    ["៧", "km", "number"],
    ["five five one two", "en", "number"],
    ["the weather", "en", null],
  ])("%s (%s) is %s", (text, language, intent) => expect(basic(text, language)).toBe(intent));

  test("by whatever name a scenario calls them", () => {
    expect(basic("yes", "en", ["confirm", "decline"])).toBe("confirm");
    expect(basic("no", "en", ["confirm", "decline"])).toBe("decline");
  });

  test("and what a project writes down itself comes on top", () => {
    const own = new BuiltinMatcher([{ name: "confirm", language: "en", utterances: ["let us do it that way"] }]);
    for (const text of ["yes", "let us do it that way"]) {
      expect(own.match(text, { language: "en", candidates: ["confirm", "deny"] }).intent).toBe("confirm");
    }
  });
});

test("an utterance that two candidates claim word for word is not a sure thing", () => {
  const torn = new BuiltinMatcher([
    { name: "a", utterances: ["my order", "where is it"] },
    { name: "b", utterances: ["my order", "send it back"] },
  ]);
  expect(torn.match("my order", { language: "en", candidates: ["a", "b"] }).confidence).toBeLessThan(0.98);
});

test("an intent without utterances is known by its name; one in another language only is better than none", () => {
  const sparse = new BuiltinMatcher([
    { name: "lost_parcel", utterances: [] },
    { name: "greeting", language: "de", utterances: ["guten tag", "hallo"] },
  ]);
  const candidates = ["lost_parcel", "greeting"];
  expect(sparse.match("lost parcel", { language: "en", candidates }).intent).toBe("lost_parcel");
  expect(sparse.match("hallo", { language: "en", candidates }).intent).toBe("greeting");
});

test("the same question gets the same answer, also from a matcher trained anew", () => {
  const again = new BuiltinMatcher(CLINIC);
  for (const text of [...STRANGE, ...PARAPHRASES.map(([said]) => said)]) {
    expect(again.match(text, { language: "en", candidates: INTENTS })).toEqual(ask(text));
  }
});

test("no text, however odd, makes it fail; confidence is a probability and the intent a candidate", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", maxLength: 300 }),
      fc.constantFrom("en", "km", "xx", ""),
      (text, language) => {
        const { intent, confidence, because } = ask(text, language);
        expect(confidence).toBeGreaterThanOrEqual(0);
        expect(confidence).toBeLessThanOrEqual(1);
        expect([...INTENTS, null]).toContain(intent);
        expect(because.length).toBeLessThanOrEqual(5);
      },
    ),
    { numRuns: 100 },
  );
});

test("a large library is trained within bounds and still tells its intents apart", () => {
  const word = (n: number) => `w${[...String(n * 7919)].map((digit) => "bcdfghjklm"[Number(digit)]).join("a")}`;
  const library = Array.from({ length: 80 }, (_, i) => ({
    name: `intent_${i}`,
    utterances: Array.from(
      { length: 60 },
      (_, j) => `please ${word(i)} thing ${word(i % 7)} ${word(1000 + (j % 5))} ${word(2000 + j)}`,
    ),
  }));
  const large = new BuiltinMatcher(library);
  const candidates = library.map(({ name }) => name);
  expect(large.match(`${word(42)} please`, { language: "en", candidates }).because[0]!.text).toBe(word(42));
  expect(large.match(`please ${word(42)} thing ${word(0)} ${word(3000)}`, { language: "en", candidates }).intent).toBe(
    "intent_42",
  );
}, 30_000);
