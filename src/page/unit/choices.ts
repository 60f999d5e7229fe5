/** What this browser chose for itself. Kept where the browser allows it; where not, until the page is left. */
import { useState } from "preact/hooks";

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** One of `known`, remembered under `key`; `known[0]` before anything was chosen. */
export function useChoice<T extends string>(key: string, known: readonly T[]): readonly [T, (next: T) => void] {
  const [value, set] = useState<T>(() => known.find((one) => one === stored(key)) ?? known[0]!);
  const choose = (next: T) => {
    set(next);
    try {
      localStorage.setItem(key, next);
    } catch {
      // Private windows: the choice holds for this visit.
    }
  };
  return [value, choose];
}
