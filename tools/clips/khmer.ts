/**
 * How the Khmer sentences are spoken, for a synthesiser that knows no Khmer.
 *
 * Vietnamese has the nearest phoneme set that espeak-ng offers (both are Austroasiatic: implosive and palatal stops,
 * initial and final ng, unreleased finals, central vowels), so each sentence is handed over as its phonemes, every
 * vowel with the level tone (7), for Khmer has none. Romanisation (UNGEGN) and IPA stand above each line.
 * What has no counterpart: the open back vowel of "pra" and "bar" becomes an open o, aspirated finals are plain.
 */
import type { ReasonToken } from "../../src/announce/reasons";

export const KHMER_VOICE = "vi";

export const KHMER_PHONEMES: Readonly<Record<ReasonToken, string>> = {
  // soum prayatn. neak hak doch chea ngonguy keng.
  // [soom prɑjat. neəʔ haʔ ɗooc ciə ŋɔŋuj keeŋ]
  drowsy: "[[s'o:7m prO7j'a7t]]. [[n'i@7? h'a7? d_'o:7c tS'i@7 NO7N'u7j k'e:7N]].",
  // phnheak laeung! (three times)
  // [pʰɲeəʔ laəŋ]
  microsleep: "[[pn^'i@7? l'a7@7N]]! [[pn^'i@7? l'a7@7N]]! [[pn^'i@7? l'a7@7N]]!",
  // neak kampung sngab. soum chhub samrak bantech.
  // [neəʔ kɑmpuŋ sŋaap. soom cʰup sɑmraak ɓɑntəc]
  yawning: "[[n'i@7? kO7mp'u7N sN'a:7p]]. [[s'o:7m tS'u7p sO7mr'a:7k bO7nt'@7c]].",
  // soum prong prayatn. soum samloeng meul phlov.
  // [soom proŋ prɑjat. soom sɑmləŋ məəl pʰləw]
  head_nod: "[[s'o:7m pr'o7N prO7j'a7t]]. [[s'o:7m sO7ml'@7N m'@:7l pl'@7w]].",
  // rok min kheunh neak baeuk bar te.
  // [rɔɔk mɨn kʰəəɲ neəʔ ɓaək ɓɑɑ tee]
  no_driver: "[[r'O:7k m'y7n k'@:7n^ n'i@7? b'a7@7k b'O:7 t'e:7]].",
};
