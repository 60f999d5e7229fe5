/**
 * Templates: text in which `{{name}}` stands for the value of a variable, and in what is said `{{prompt:name}}` for a
 * text of the project's library. A single brace, and `}}` alone, are text.
 */

export type TemplatePart = { readonly text: string } | { readonly variable: string } | { readonly prompt: string };

/** What is wrong with a template, and the index of the character where it begins. */
export interface TemplateFault {
  readonly offset: number;
  readonly message: string;
}

export interface ParsedTemplate {
  readonly parts: readonly TemplatePart[];
  readonly faults: readonly TemplateFault[];
}

const NAME = /^(?!__)[A-Za-z_][A-Za-z0-9_]{0,63}$/;
const PROMPT = /^prompt: *([A-Za-z0-9_][A-Za-z0-9_.-]{0,63})$/;

/**
 * Takes a template apart. Never throws: a placeholder that is not closed, or holds no variable's name, is a fault
 * and stays in `parts` as the text it is.
 */
export function parseTemplate(template: string): ParsedTemplate {
  const parts: TemplatePart[] = [];
  const faults: TemplateFault[] = [];
  let at = 0;
  while (at < template.length) {
    const open = template.indexOf("{{", at);
    if (open < 0) break;
    const close = template.indexOf("}}", open + 2);
    if (close < 0) {
      faults.push({ offset: open, message: "a placeholder is opened with {{ and never closed with }}" });
      break;
    }
    const name = template.slice(open + 2, close).trim();
    const prompt = PROMPT.exec(name)?.[1];
    if (prompt !== undefined || NAME.test(name)) {
      if (open > at) parts.push({ text: template.slice(at, open) });
      parts.push(prompt === undefined ? { variable: name } : { prompt });
    } else {
      const shown = name.length > 40 ? `${name.slice(0, 40)}…` : name;
      faults.push({ offset: open, message: `a placeholder must hold the name of a variable, not "${shown}"` });
      parts.push({ text: template.slice(at, close + 2) });
    }
    at = close + 2;
  }
  if (at < template.length) parts.push({ text: template.slice(at) });
  return { parts, faults };
}

/**
 * Puts values in. Prompts must have been put in before (`withLibrary`); one that is left is nothing.
 * @param textOf text of a variable, already escaped for where the result goes; undefined where it is unset
 */
export function renderTemplate(template: string, textOf: (variable: string) => string | undefined): string {
  return parseTemplate(template)
    .parts.map((part) => ("text" in part ? part.text : "variable" in part ? (textOf(part.variable) ?? "") : ""))
    .join("");
}
