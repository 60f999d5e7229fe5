/** An utterance taken apart: words where a script has spaces, written syllables where it has none, numbers as digits. */
import { numberWord } from "./number_words";

/** Scripts that put no space between words: Khmer, Thai, Lao, Burmese, Chinese, Japanese. */
const UNSPACED =
  "\\p{Script=Khmer}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Myanmar}\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}";
const TOKEN = new RegExp(`\\p{Nd}+|[${UNSPACED}]+|(?:(?![${UNSPACED}\\p{Nd}])[\\p{L}\\p{M}\\p{N}])+`, "gu");
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, "u");
/** A written syllable: a letter with the marks on it; in Khmer also the consonants stacked beneath it. */
const SYLLABLE = /\P{M}(?:\u17D2\P{M}|\p{M})*/gu;

/** The digit zero of scripts with digits of their own; the other nine follow it. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50, 0x0ed0, 0x1040, 0x17e0];

export interface Token {
  readonly kind: "word" | "number" | "run";
  /** A word, digits, or one syllable of a run. */
  readonly text: string;
  /** Tokens of one run have the same number; null elsewhere. */
  readonly run: number | null;
}

/** One spelling for what sounds the same: case, width, invisible marks, apostrophes and Latin accents (but Vietnamese tones) are gone. */
export function normalise(text: string, language: string): string {
  const plain = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u200B-\u200D\u2060\uFEFF\u00AD'’ʼ`]/g, "");
  const bare =
    language === "vi"
      ? plain
      : plain
          .normalize("NFD")
          .replace(/[\u0300-\u036F]/g, "")
          .normalize("NFC");
  return bare.replace(/\p{Nd}/gu, asciiDigit);
}

/** @param language primary subtag, such as `en`; says which words are numbers */
export function tokens(text: string, language: string): Token[] {
  const found: Token[] = [];
  let run = 0;
  for (const [piece] of normalise(text, language).matchAll(TOKEN)) {
    const number = /^\d/.test(piece) ? piece : numberWord(piece, language);
    if (number !== null) found.push({ kind: "number", text: number, run: null });
    else if (!IS_UNSPACED.test(piece)) found.push({ kind: "word", text: piece, run: null });
    else {
      for (const [syllable] of piece.matchAll(SYLLABLE)) found.push({ kind: "run", text: syllable, run });
      run += 1;
    }
  }
  return found;
}

/** The language of a BCP 47 tag without region and script: `km-KH` gives `km`. */
export function primaryLanguage(tag: string): string {
  return tag.toLowerCase().split(/[-_]/)[0] ?? "";
}

function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0)!;
  const zero = ZEROS.find((first) => code >= first && code <= first + 9);
  return zero === undefined ? digit : String(code - zero);
}
