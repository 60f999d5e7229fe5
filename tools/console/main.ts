/**
 * The board's serial console in this terminal: what the board says, and what is typed, line by line. Ctrl-C ends it.
 * usage: node --import tsx tools/console/main.ts [PORT]
 */
import { candidates, choosePort, openLine, PortError } from "./port";

function main(): void {
  const path = choosePort(process.argv[2], process.argv[2] ? [] : candidates());
  const { input, output } = openLine(path);
  const end = (words: string) => {
    console.error(`\nconsole: ${words}`);
    process.exit(1);
  };
  console.error(`console: ${path}, type help; Ctrl-C ends`);
  input.on("data", (bytes: Buffer) => process.stdout.write(bytes));
  input.on("error", (error) => end(`${path}: ${error.message}`));
  input.on("close", () => end(`${path} is gone`));
  output.on("error", () => {});
  process.stdin.on("data", (bytes: Buffer) => output.write(bytes.toString("latin1").replace(/\r?\n/g, "\r"), "latin1"));
}

try {
  main();
} catch (error) {
  if (!(error instanceof PortError)) throw error;
  console.error(`console: ${error.message}`);
  process.exit(1);
}
