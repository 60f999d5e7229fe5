/** Which file imports which: read from the sources, for the rules of the house. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

export const ROOT = resolve(__dirname, "../..");
const SOURCES = /\.(ts|js)$/;

/** Every source file below a folder. */
export function files(dir: string): string[] {
  return readdirSync(dir).flatMap((name) => {
    const path = join(dir, name);
    if (statSync(path).isDirectory()) return files(path);
    return SOURCES.test(name) ? [path] : [];
  });
}

/** What a file imports, as it is written there. */
export function specifiers(path: string): string[] {
  const text = readFileSync(path, "utf8");
  const found = [
    ...text.matchAll(/^\s*(?:import|export)\s[^"';]*?from\s+["']([^"']+)["']/gm),
    ...text.matchAll(/^\s*import\s+["']([^"']+)["']/gm),
    ...text.matchAll(/\b(?:import|require)\(\s*["']([^"']+)["']\s*\)/g),
  ];
  return found.map((match) => match[1]!);
}

export const name = (path: string) => relative(ROOT, path);

function target(from: string, specifier: string): string {
  const base = resolve(dirname(from), specifier);
  const hit = [base, `${base}.ts`, `${base}.js`, join(base, "index.ts")].find(
    (path) => SOURCES.test(path) && statSync(path, { throwIfNoEntry: false })?.isFile(),
  );
  if (!hit) throw new Error(`${name(from)} imports ${specifier}, which is no file`);
  return hit;
}

export interface Arrow {
  from: string;
  to: string;
}

/** Imports of files by files. */
export function arrows(sources: readonly string[]): Arrow[] {
  return sources.flatMap((from) =>
    specifiers(from)
      .filter((specifier) => specifier.startsWith("."))
      .filter((specifier) => !/\.(json|node)$/.test(specifier))
      .map((specifier) => ({ from, to: target(from, specifier) })),
  );
}

/** Chains of imports that come back to where they began. */
export function cyclesOf(sources: readonly string[], inside: readonly Arrow[]): string[] {
  const next = new Map<string, string[]>();
  for (const { from, to } of inside) next.set(from, [...(next.get(from) ?? []), to]);
  const done = new Set<string>();
  const cycles: string[] = [];
  const walk = (path: string, trail: string[]): void => {
    if (trail.includes(path)) {
      cycles.push([...trail.slice(trail.indexOf(path)), path].map(name).join(" -> "));
      return;
    }
    if (done.has(path)) return;
    for (const to of next.get(path) ?? []) walk(to, [...trail, path]);
    done.add(path);
  };
  for (const path of sources) walk(path, []);
  return cycles;
}
