/** What the page's tours have a newcomer paste, and what they say comes of it. */
export interface Step {
  /** The text of a block marked `sh`. */
  paste: string;
  /** The text of the block marked `text` right behind it; null where the page says nothing. */
  shows: string | null;
}

/** The blocks beneath the heading that begins with `title`, up to the next heading of its level or above. */
export function stepsOf(page: string, title: string): Step[] {
  const from = page.indexOf(`\n## ${title}`);
  if (from < 0) throw new Error(`the page has no heading ${title}`);
  const to = page.indexOf("\n## ", from + 1);
  const part = page.slice(from, to < 0 ? page.length : to);
  const blocks = [...part.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, kind, text]) => ({ kind, text: text! }));
  return blocks.flatMap(({ kind, text }, at) => {
    if (kind !== "sh") return [];
    const next = blocks[at + 1];
    return [{ paste: text, shows: next?.kind === "text" ? next.text : null }];
  });
}

/** Whether an output is what the page shows; `…` there stands for anything. */
export function isAsShown(shows: string, output: string): boolean {
  const parts = shows.trim().split("…");
  const pattern = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("[\\s\\S]*?");
  return new RegExp(`^${pattern}$`).test(output.trim());
}
