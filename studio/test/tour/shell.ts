/** A shell that a newcomer pastes into: blocks go in by its standard input, as from a terminal, and it keeps its variables. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

export interface Shell {
  /**
   * Pastes a block and waits for its end.
   * @param typed what the person types when the block's last command reads from the keyboard
   * @returns what was written to both outputs, and the status of the last command
   */
  paste(block: string, typed?: string): Promise<{ output: string; status: number }>;
  /** Ends the shell and whatever it left running in the background. */
  close(): Promise<void>;
}

const PATIENCE_MS = 30_000;
const MARK = "end-of-block-7f3a";

export function openShell(cwd: string, variables: Record<string, string>): Shell {
  // A process group of its own, so that background jobs of the page end with it.
  const shell = spawn("bash", ["--noprofile", "--norc"], {
    cwd,
    detached: true,
    env: { PATH: process.env["PATH"]!, HOME: process.env["HOME"] ?? "/", ...variables },
  });
  let output = "";
  let look = () => {};
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      look();
    });
  }
  shell.stdin.write("exec 2>&1\n");
  return {
    async paste(block, typed) {
      output = "";
      shell.stdin.write(`${block.trimEnd()}\n${typed === undefined ? "" : `${typed}\n`}`);
      shell.stdin.write(`printf '${MARK} %s\\n' "$?"\n`);
      const end = new RegExp(`${MARK} (\\d+)\\n`);
      return new Promise((done, refuse) => {
        const timer = setTimeout(
          () => refuse(new Error(`not done after ${PATIENCE_MS} ms:\n${block}\n${output}`)),
          PATIENCE_MS,
        );
        look = () => {
          const match = end.exec(output);
          if (match === null) return;
          clearTimeout(timer);
          done({ output: output.slice(0, match.index), status: Number(match[1]) });
        };
        look();
      });
    },
    close: () => endGroup(shell),
  };
}

async function endGroup(shell: ChildProcess): Promise<void> {
  const ended = once(shell, "close");
  try {
    process.kill(-shell.pid!, "SIGKILL");
  } catch {
    // Nobody of the group is left.
  }
  await ended;
}
