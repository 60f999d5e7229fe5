/**
 * A reboot on a computer: the program stops and runs again in a process of its own, on the same ports, so that nothing of the
 * first run is left but what the unit has stored. The first process stays in front, hands input and signals on and takes the
 * end over.
 */
import { spawn } from "node:child_process";
import { mayRead } from "./console/terminal";

/** With this status a rebooted program asks to be started once more. [ours: none of the shell's or Node's own] */
const AGAIN_STATUS = 86;

const SIGNALS = ["SIGTERM", "SIGINT"] as const;

/** Where a program started by `startAnew` loses the first process, it has nobody in front any more: `stop` it. */
export function followFirstProcess(stop: () => void): void {
  if (process.connected) process.on("disconnect", stop);
}

/** Runs the program again with these arguments added; never returns. Everything of this run must be stopped already. */
export function startAnew(more_arguments: readonly string[]): void {
  if (process.connected) process.exit(AGAIN_STATUS);
  const [, script = ""] = process.argv;
  const args = [...process.execArgv, script, ...process.argv.slice(2), ...more_arguments];
  const run = (): void => {
    const child = spawn(process.execPath, args, { stdio: ["pipe", "inherit", "inherit", "ipc"] });
    const forward = SIGNALS.map((signal) => {
      const hand_on = () => child.kill(signal);
      process.removeAllListeners(signal);
      process.on(signal, hand_on);
      return hand_on;
    });
    // Not inherited: this process has read from it, and two readers would share the lines by chance.
    child.stdin!.on("error", () => {});
    if (mayRead(process.stdin)) process.stdin.pipe(child.stdin!);
    child.on("error", (error) => {
      console.error(`drowsyguard: cannot start anew: ${error.message}`);
      process.exit(1);
    });
    child.on("exit", (status) => {
      process.stdin.unpipe();
      if (status !== AGAIN_STATUS) process.exit(status ?? 1);
      for (const [i, hand_on] of forward.entries()) process.removeListener(SIGNALS[i]!, hand_on);
      run();
    });
  };
  run();
}
