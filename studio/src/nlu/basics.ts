/** What every project needs and nobody should have to write down: yes, no, and a number. A library's own intent of the same name adds to it. */

export type Basic = "yes" | "no" | "number";

/** Names under which a project may know a basic intent. */
const NAMES: Readonly<Record<Basic, readonly string[]>> = {
  yes: ["yes", "affirm", "affirmative", "confirm", "agree", "accept"],
  no: ["no", "deny", "negative", "decline", "refuse", "disagree", "reject"],
  number: ["number", "digits", "any_number"],
};

const PHRASES: Readonly<Record<string, Readonly<Record<"yes" | "no", string>>>> = {
  en: {
    yes: "yes|yeah|yep|yes please|sure|of course|ok|okay|alright|correct|that is right|thats right|right|exactly|i agree|i do|go ahead|certainly",
    no: "no|nope|no thanks|no thank you|not now|never|wrong|that is wrong|thats not right|not correct|i do not|i dont|i dont want to|dont|not really",
  },
  de: {
    yes: "ja|ja bitte|jawohl|genau|richtig|stimmt|sicher|klar|natürlich|gerne|okay|in ordnung|einverstanden|das stimmt",
    no: "nein|nein danke|nicht|nee|falsch|stimmt nicht|das stimmt nicht|das ist falsch|auf keinen fall|lieber nicht|kein interesse",
  },
  fr: {
    yes: "oui|ouais|oui merci|bien sûr|d'accord|exact|exactement|c'est ça|c'est correct|tout à fait|volontiers|ok",
    no: "non|non merci|pas du tout|jamais|c'est faux|ce n'est pas ça|pas maintenant|pas vraiment|incorrect",
  },
  es: {
    yes: "sí|si claro|claro|por supuesto|correcto|exacto|de acuerdo|vale|está bien|así es|eso es|ok",
    no: "no|no gracias|nunca|jamás|incorrecto|eso no es|no es correcto|ahora no|de ninguna manera|para nada",
  },
  pt: {
    yes: "sim|claro|com certeza|correto|exato|isso|isso mesmo|de acordo|está bem|tudo bem|pode ser|ok",
    no: "não|não obrigado|não obrigada|nunca|errado|incorreto|agora não|de jeito nenhum|não quero",
  },
  ru: {
    yes: "да|да конечно|конечно|верно|правильно|точно|согласен|согласна|хорошо|ладно|именно",
    no: "нет|нет спасибо|никогда|неверно|неправильно|не сейчас|не согласен|не согласна|не хочу",
  },
  km: {
    yes: "បាទ|ចាស|ចាស៎|ចា៎|បាទ ត្រូវហើយ|ចាស ត្រូវហើយ|ត្រូវហើយ|មែនហើយ|យល់ព្រម|ព្រម|បានហើយ|អូខេ",
    no: "ទេ|អត់ទេ|មិនមែនទេ|មិនទេ|មិនព្រម|មិនយល់ព្រម|មិនត្រូវទេ|ទេ អរគុណ|អត់ទេ អរគុណ|មិនចង់ទេ",
  },
  th: {
    yes: "ใช่|ใช่ครับ|ใช่ค่ะ|ครับ|ค่ะ|ตกลง|ถูกต้อง|ได้|โอเค|แน่นอน",
    no: "ไม่|ไม่ใช่|ไม่ครับ|ไม่ค่ะ|ไม่เอา|ไม่ถูกต้อง|ไม่ต้องการ|ไม่เป็นไร",
  },
  vi: {
    yes: "có|vâng|dạ|đúng|đúng rồi|đồng ý|được|ừ|phải|chính xác",
    no: "không|không phải|không đồng ý|không đúng|sai|không cần|không muốn|không cảm ơn",
  },
  zh: {
    yes: "是|是的|对|对的|好|好的|可以|没错|正确|同意|行",
    no: "不|不是|不对|不要|不用|不行|不好|没有|错了|不同意|不可以",
  },
};

/** Any number teaches what a number looks like; which one it is does not matter. */
const NUMBERS = ["0", "7", "12", "48", "365", "2026", "10000", "55512345"];

/** The basic intent that goes by this name, if any. */
export function basicOf(intent: string): Basic | null {
  const name = intent.toLowerCase();
  return (Object.keys(NAMES) as Basic[]).find((basic) => NAMES[basic].includes(name)) ?? null;
}

/** Utterances of the basic intents in a language (its primary subtag); for a language that is not known here only numbers. */
export function basicUtterances(language: string): ReadonlyMap<Basic, readonly string[]> {
  const phrases = PHRASES[language];
  return new Map<Basic, readonly string[]>([
    ["number", NUMBERS],
    ...(phrases === undefined
      ? []
      : ([
          ["yes", phrases.yes.split("|")],
          ["no", phrases.no.split("|")],
        ] as const)),
  ]);
}
