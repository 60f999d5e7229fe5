import { normalise, primaryLanguage, tokens } from "../../src/nlu/text";

const texts = (text: string, language = "en") => tokens(text, language).map((token) => token.text);

test("what sounds the same is spelt the same", () => {
  expect(normalise("DON’T", "en")).toBe("dont");
  expect(normalise("Ｃａｆé", "fr")).toBe("cafe");
  expect(normalise("\u179F\u200B\u17BD", "km")).toBe("\u179F\u17BD");
  expect(normalise("១២៣ ٤٥ ๖", "km")).toBe("123 45 6");
});

test("Vietnamese keeps its tones: they are other words", () => {
  expect(texts("không có", "vi")).toEqual(["không", "có"]);
  expect(texts("không có", "en")).toEqual(["khong", "co"]);
});

test("words, numbers and written syllables", () => {
  expect(texts("I'd like two, please: 42!")).toEqual(["id", "like", "2", "please", "42"]);
  expect(tokens("two", "en")).toEqual([{ kind: "number", text: "2", run: null }]);
  expect(texts("zwei fünf", "de")).toEqual(["2", "5"]);
  expect(texts("two", "de")).toEqual(["two"]);
});

test("Khmer has no spaces: it is cut into written syllables, consonants below included", () => {
  expect(tokens("ខ្ញុំចង់ 5នាក់", "km")).toEqual([
    { kind: "run", text: "ខ្ញុំ", run: 0 },
    { kind: "run", text: "ច", run: 0 },
    { kind: "run", text: "ង់", run: 0 },
    { kind: "number", text: "5", run: null },
    { kind: "run", text: "នា", run: 1 },
    { kind: "run", text: "ក់", run: 1 },
  ]);
  expect(texts("ប្រាំពីរ", "km")).toEqual(["7"]);
  expect(texts("៥៥", "km")).toEqual(["55"]);
});

test("nothing to hear is nothing", () => {
  for (const text of ["", "  ", "...", "?!", "🙂"]) expect(tokens(text, "en")).toEqual([]);
});

test("the language of a tag", () => {
  expect(["km-KH", "EN", "zh-Hans-CN", "pt_BR", ""].map(primaryLanguage)).toEqual(["km", "en", "zh", "pt", ""]);
});
