/** The rules of imports in the studio: no cycles, and what is pure stays so. */
import { join, relative } from "node:path";
import { arrows, cyclesOf, files, name, ROOT } from "./graph";

const SRC = join(ROOT, "studio/src");
const sources = files(SRC);
const inside = arrows(sources);
const place = (path: string) => relative(SRC, path).split("/")[0]!;

/** Where a decision is made that must not depend on a database or a request. */
const PURE = ["time", "json", "nlu", "runtime", "net", "voice"];
const BENEATH_FEATURES = ["db", "secret", "http"];

describe("the studio's house", () => {
  test("there is no cycle", () => {
    expect(cyclesOf(sources, inside)).toEqual([]);
  });

  test("no two folders know each other", () => {
    const pairs = new Set(inside.map(({ from, to }) => `${place(from)} ${place(to)}`));
    const mutual = [...pairs].filter((pair) => {
      const [from, to] = pair.split(" ");
      return from! < to! && pairs.has(`${to} ${from}`);
    });
    // A project's library is made of a scenario's parts, and belongs to its members.
    expect(mutual).toEqual(["project scenario"]);
  });

  test("what is pure knows neither database nor HTTP", () => {
    const wrong = inside
      .filter(({ from, to }) => PURE.includes(place(from)) && BENEATH_FEATURES.includes(place(to)))
      .map(({ from, to }) => `${name(from)} -> ${name(to)}`);
    expect(wrong).toEqual([]);
  });

  test("what lies beneath the features knows none of them", () => {
    const wrong = inside
      .filter(
        ({ from, to }) =>
          BENEATH_FEATURES.includes(place(from)) &&
          to.startsWith(SRC) &&
          ![...BENEATH_FEATURES, ...PURE].includes(place(to)),
      )
      .map(({ from, to }) => `${name(from)} -> ${name(to)}`);
    expect(wrong).toEqual([]);
  });

  test("of the unit it takes the command line and the lock of a folder only", () => {
    const outside = inside.filter(({ to }) => !to.startsWith(SRC)).map(({ to }) => name(to));
    expect([...new Set(outside)].sort()).toEqual(["src/boards/host/flags.ts", "src/boards/host/folder_lock.ts"]);
  });
});
