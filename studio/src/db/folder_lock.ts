import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Keeps a second process out of a data folder: two engines on the same files would destroy them.
 * A lock left behind by a process that is gone is taken over.
 * @throws Error naming the folder and the holder.
 */
export function lockFolder(folder: string): () => void {
  const file = join(folder, "studio.lock");
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(file, String(process.pid), { flag: "wx", mode: 0o600 });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST" || attempt > 0) throw error;
      const holder = Number(readFileSync(file, "utf8"));
      if (holder !== process.pid && isRunning(holder)) {
        throw new Error(
          `the data folder ${folder} is in use by process ${holder}; several processes need DATABASE_URL`,
        );
      }
      rmSync(file, { force: true });
    }
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
