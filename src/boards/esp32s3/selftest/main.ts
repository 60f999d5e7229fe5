/**
 * The entry of the self-test image: detector and eye model on the test frame, a recorded trace with its verdicts, the
 * chip's figures; then the unit as ever. Lines of its own begin with `selftest:`, verdicts stand as `replay` prints them.
 */
import * as system from "dg/system";
import NativeVision from "dg/vision";
import { resource } from "../assets";
import { createBoard, type Esp32S3Board } from "../board";
import { startUnit } from "../program";
import { look } from "./look";
import { replaySteps } from "./replay";

/** So many verdicts in one turn of the machine. */
const BATCH = 8;

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** What the models say of the test frame; false where it is not what was drawn. */
function lookAtFrame(say: (text: string) => void): boolean {
  try {
    const [left, right] = NativeVision.selfTest();
    const { lines, wrong } = look(left, right);
    for (const line of lines) say(`vision ${line}`);
    say(wrong === null ? "vision passed" : `vision FAILED: ${wrong}`);
    return wrong === null;
  } catch (error) {
    say(`vision FAILED: ${messageOf(error)}`);
    return false;
  }
}

/** Prints every verdict, as fast as the wire takes them. */
function replay({ board, terminal }: Esp32S3Board, say: (text: string) => void, done: (passed: boolean) => void): void {
  const steps = replaySteps(resource("trace.jsonl"), resource("verdicts.jsonl"));
  const started_ms = board.timers.now_ms();
  let count = 0;
  let differing = 0;
  const turn = board.timers.repeat(() => {
    if (terminal.waiting > 0) return;
    for (let i = 0; i < BATCH; i++) {
      const { done: over, value } = steps.next();
      if (over) {
        board.timers.clear(turn);
        const took_s = ((board.timers.now_ms() - started_ms) / 1000).toFixed(1);
        say("replay ends");
        say(
          differing === 0
            ? `replay passed: ${count} verdicts, byte for byte the computer's, ${took_s} s with printing`
            : `replay FAILED: ${differing} of ${count} verdicts differ`,
        );
        done(differing === 0);
        return;
      }
      terminal.print(value.verdict);
      count += 1;
      if (!value.same) differing += 1;
    }
  }, 1);
  say("replay begins");
}

export default function main(): void {
  const made = createBoard();
  const say = (text: string) => made.terminal.print(`selftest: ${text}`);
  const figures = () => {
    const { heap, psram, heap_block, psram_block } = system.memory();
    say(`memory ${heap} internal (largest ${heap_block}), ${psram} external (largest ${psram_block}) bytes free`);
    for (const { name, stack_free, core } of system.stacks())
      say(`task ${name} core ${core}: ${stack_free} bytes of stack never used`);
  };
  figures();
  const seen = lookAtFrame(say);
  replay(made, say, (decided) => {
    figures();
    say(seen && decided ? "all passed" : "FAILED");
    startUnit(made);
  });
}
