import { readdirSync, readFileSync } from "node:fs";

/** Process ids of the children of `parent`, on Linux. */
export function childrenOf(parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((id) => {
      try {
        // "pid (name) state ppid ...": the name may hold anything, so from the last parenthesis on.
        const fields = readFileSync(`/proc/${id}/stat`, "utf8").split(") ").at(-1)!.split(" ");
        return Number(fields[1]) === parent;
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** Lets a stopped process go on, unless somebody lost patience with it and ended it meanwhile. */
export function wake(pid: number): void {
  try {
    process.kill(pid, "SIGCONT");
  } catch {
    // It was ended.
  }
}
