import { replaySteps } from "../../../../src/boards/esp32s3/selftest/replay";
import { replaySelftest, SELFTEST_TRACE } from "../../../../tools/board/selftest";
import { runReplay } from "../../../xs/cli";

const bytes = (text: string) => new Uint8Array(Buffer.from(text));

describe("the self-test's replay", () => {
  test("gives the verdicts that `replay` prints, all alike", async () => {
    const { trace, verdicts } = await replaySelftest();
    const steps = [...replaySteps(bytes(trace), bytes(verdicts))];
    expect(steps.every(({ same }) => same)).toBe(true);
    const printed = steps.map(({ verdict }) => `${verdict}\n`).join("");
    expect((await runReplay([SELFTEST_TRACE])).stdout).toBe(printed);
    expect(steps.length).toBeGreaterThan(300);
  });

  test("notices one digit, one lacking verdict and one too many", async () => {
    const { trace, verdicts } = await replaySelftest();
    const differing = (text: string) => [...replaySteps(bytes(trace), bytes(text))].filter(({ same }) => !same).length;
    expect(differing(verdicts.replace('"risk":0,', '"risk":1,'))).toBe(1);
    expect(differing(verdicts.slice(0, verdicts.lastIndexOf("\n", verdicts.length - 2) + 1))).toBe(1);
    expect(differing(`${verdicts}{}\n`)).toBe(1);
  });

  test("takes a last line without its end, and stops at one that is no trace", async () => {
    const { trace } = await replaySelftest();
    const [first = ""] = trace.split("\n");
    expect([...replaySteps(bytes(first), bytes(""))]).toHaveLength(1);
    expect(() => [...replaySteps(bytes(`${first}\n{}\n`), bytes(""))]).toThrow("health");
  });
});
