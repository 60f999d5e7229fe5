import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Keeps a second process of a program out of a folder. A lock left behind by a process that is gone is taken over.
 * @param program names the lock's file
 * @returns lets others in again
 * @throws Error naming the folder and the holder
 */
export function lockFolder(folder: string, program: string): () => void {
  const file = join(folder, `${program}.lock`);
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(file, holderOf(process.pid), { flag: "wx", mode: 0o600 });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST" || attempt > 0) throw error;
      const holder = readFileSync(file, "utf8");
      const pid = Number.parseInt(holder, 10);
      if (pid !== process.pid && isRunning(pid) && holder === holderOf(pid)) {
        throw new Error(`the folder ${folder} is in use by process ${pid}`);
      }
      rmSync(file, { force: true });
    }
  }
}

/**
 * A process by its number and, where the system tells, by when it began: in a container the numbers are the same after every
 * start, and whoever has the number now need not be who wrote the lock.
 */
function holderOf(pid: number): string {
  return [pid, ...beginning(pid)].join(" ");
}

/** Which start of the machine, and ticks since then. Linux only. */
function beginning(pid: number): string[] {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    // The second field is the program's name in brackets, and may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return [boot, fields[19]!];
  } catch {
    return [];
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
