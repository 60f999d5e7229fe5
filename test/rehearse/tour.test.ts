/** The whole chain at once: rendered driver, real face detector, real eye model, decisions. Played faster than time, so the same every run. */
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";

jest.setTimeout(180_000);

interface Told {
  readonly t_s: number;
  readonly alert: string;
  readonly part: string;
}

function rehearse(...flags: string[]): Told[] {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", "tsx", "tools/rehearse/main.ts", ...flags],
    {
      cwd: resolve(__dirname, "../.."),
      encoding: "utf8",
      timeout: 170_000,
    },
  );
  if (status !== 0) throw new Error(stderr);
  return stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

describe("a round of the tour", () => {
  test("every thing that happens is told once, while it happens, and nothing else is", () => {
    const told = rehearse("--scene", "tour", "--seed", "42", "--fps", "10", "--seconds", "97");
    expect(told.map(({ alert, part }) => [alert, part])).toEqual([
      ["drowsy", "drowsy"],
      ["microsleep", "microsleep"],
      ["yawning", "yawning"],
      ["head_nod", "head_nod"],
      ["no_driver", "leaves"],
    ]);
  });

  test("another driver, awake for a minute with blinks, mirrors and talk, hears nothing", () => {
    expect(rehearse("--scene", "alert", "--seed", "7", "--fps", "10", "--seconds", "60")).toEqual([]);
  });
});
