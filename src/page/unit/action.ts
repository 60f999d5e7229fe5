/** Something that a person asked of the unit, and how it went. */
import { useState } from "preact/hooks";
import { useWords } from "../words/words";
import { Refused } from "./api";

export interface Action {
  readonly busy: boolean;
  /** A sentence on the last run; empty before it and while it runs. */
  readonly result: string;
  readonly failed: boolean;
  /** Runs `work`, which returns the sentence to show; one run at a time, what it throws becomes the sentence. */
  run(work: () => Promise<string>): Promise<void>;
  clear(): void;
}

export function useAction(): Action {
  const words = useWords();
  const [state, set] = useState({ busy: false, result: "", failed: false });
  const run = async (work: () => Promise<string>) => {
    if (state.busy) return;
    set({ busy: true, result: "", failed: false });
    try {
      set({ busy: false, result: await work(), failed: false });
    } catch (error) {
      const reason = error instanceof Refused ? error.message : words.unreachable;
      set({ busy: false, result: words.failed(reason), failed: true });
    }
  };
  return { ...state, run, clear: () => set({ busy: false, result: "", failed: false }) };
}
