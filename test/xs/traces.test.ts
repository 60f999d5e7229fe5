/** The committed traces, replayed through the command line on both engines. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Verdict } from "../../src/monitor/state";
import { STORIES, traceOf } from "../traces/stories";
import { runReplay } from "./cli";

jest.setTimeout(60_000);

const FOLDER = join(__dirname, "..", "traces");
const TRACES = readdirSync(FOLDER).filter((name) => name.endsWith(".jsonl"));

const read = (name: string) => readFileSync(join(FOLDER, name), "utf8");

describe("the committed traces", () => {
  test("are what their stories tell", () => {
    for (const story of STORIES) expect(traceOf(story)).toBe(read(`${story.name}.jsonl`));
    expect(TRACES.sort()).toEqual([...STORIES.map(({ name }) => `${name}.jsonl`), "odd.jsonl"].sort());
  });

  test.each(TRACES)("%s is decided alike, to the byte, on Node and on XS", async (name) => {
    const file = join(FOLDER, name);
    const [node, xs] = await Promise.all([runReplay([file]), runReplay(["--engine", "xs", file])]);
    expect(node).toMatchObject({ status: 0, stderr: "" });
    expect(xs).toEqual(node);
    expect(node.stdout.split("\n")).toHaveLength(read(name).split("\n").length);
    const announced = node.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Verdict)
      .filter(({ alert }) => alert !== null);
    const expected = STORIES.find((story) => `${story.name}.jsonl` === name)?.announced ?? [];
    expect(announced.map(({ alert }) => alert)).toEqual(expected.map(({ reason }) => reason));
    for (const [i, { from_s, to_s }] of expected.entries()) {
      expect(announced[i]!.t_ms / 1000).toBeGreaterThanOrEqual(from_s);
      expect(announced[i]!.t_ms / 1000).toBeLessThanOrEqual(to_s);
    }
  });
});
