/** Words that are numbers, as callers say them; in each language zero to ten, then what is there beyond. Without accents, as `normalise` leaves them. */
const WORDS: Readonly<Record<string, string>> = {
  en: "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty",
  de: "null eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn zwanzig",
  fr: "zero un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize",
  es: "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince",
  pt: "zero um dois tres quatro cinco seis sete oito nove dez onze doze treze catorze quinze",
  ru: "ноль один два три четыре пять шесть семь восемь девять десять",
  km: "សូន្យ មួយ ពីរ បី បួន ប្រាំ ប្រាំមួយ ប្រាំពីរ ប្រាំបី ប្រាំបួន ដប់",
  th: "ศูนย์ หนึ่ง สอง สาม สี่ ห้า หก เจ็ด แปด เก้า สิบ",
  zh: "零 一 二 三 四 五 六 七 八 九 十",
};

const VALUES = new Map(
  Object.entries(WORDS).map(([language, words]) => [
    language,
    new Map(words.split(" ").map((word, value) => [word, String(value)])),
  ]),
);

/**
 * Digits for a word that is a number by itself, else null. In scripts without spaces only a whole run counts:
 * the same syllables stand inside other words.
 */
export function numberWord(word: string, language: string): string | null {
  return VALUES.get(language)?.get(word) ?? null;
}
