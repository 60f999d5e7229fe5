/** What an utterance is told by: words and their pairs, and runs of characters that survive a slip or an ending. */
import type { Token } from "./text";

export interface Feature {
  readonly key: string;
  /** Words and their like count in full; characters back them up. */
  readonly block: "word" | "char";
  /** Indexes of the tokens that it was made of. */
  readonly of: readonly number[];
}

const CHAR_GRAMS = [3, 4] as const;
const SYLLABLE_GRAMS = [1, 2, 3] as const;
/** A longer number is told by being one, not by its digits. */
const MAX_TELLING_DIGITS = 4;

export function featuresOf(tokens: readonly Token[]): Feature[] {
  const features: Feature[] = [];
  const add = (block: Feature["block"], key: string, of: readonly number[]) => void features.push({ block, key, of });
  tokens.forEach((token, at) => {
    const next = tokens[at + 1];
    if (token.kind === "run") {
      for (const size of SYLLABLE_GRAMS) {
        const gram = tokens.slice(at, at + size);
        if (gram.length < size || gram.some(({ run }) => run !== token.run)) continue;
        const of = gram.map((_, offset) => at + offset);
        add(size === 1 ? "char" : "word", `s:${gram.map(({ text }) => text).join("")}`, of);
      }
      // A run of one syllable is a word, like the Khmer "no".
      const alone = tokens[at - 1]?.run !== token.run && next?.run !== token.run;
      if (alone) add("word", `w:${token.text}`, [at]);
      return;
    }
    if (token.kind === "number") {
      add("word", "w:#", [at]);
      if (token.text.length <= MAX_TELLING_DIGITS) add("word", `n:${token.text}`, [at]);
    } else {
      add("word", `w:${token.text}`, [at]);
      const padded = `_${token.text}_`;
      for (const size of CHAR_GRAMS) {
        for (let i = 0; i + size <= padded.length; i += 1) add("char", `c:${padded.slice(i, i + size)}`, [at]);
      }
    }
    if (next !== undefined && next.kind !== "run") add("word", `b:${pairName(token)} ${pairName(next)}`, [at, at + 1]);
  });
  return features;
}

const pairName = (token: Token) => (token.kind === "number" ? "#" : token.text);
