/** The machine that runs bundled scripts on XS. */
import { join } from "node:path";
import { NetstringReader, netstring } from "../../tools/replay/netstring";
import { meter } from "../../tools/replay/xs_engine";
import { bundleForXs, XsMachine } from "../../tools/replay/xs_machine";
import { STORIES, traceOf } from "../traces/stories";

jest.setTimeout(60_000);

const ECHO = "globalThis.handleCommand = (request) => request;";

describe("a machine", () => {
  test("answers messages in the order they were sent", async () => {
    const machine = await XsMachine.start(ECHO);
    try {
      const texts = ["", "one", "zwei ☃", "x".repeat(300_000)];
      const replies = await Promise.all(texts.map((text) => machine.command(text)));
      expect(replies.map(({ bytes }) => bytes.toString())).toEqual(texts);
    } finally {
      await machine.close();
    }
  });

  test("tells what a script threw, and goes on", async () => {
    const machine = await XsMachine.start(ECHO);
    try {
      await expect(machine.evaluate("throw new TypeError('no')")).rejects.toThrow("TypeError: no");
      expect((await machine.command("still here")).bytes.toString()).toBe("still here");
    } finally {
      await machine.close();
    }
  });

  test("does not start with a script that is none", async () => {
    await expect(XsMachine.start("let let")).rejects.toThrow("SyntaxError");
  });

  test("that died refuses what waits and what comes", async () => {
    const machine = await XsMachine.start(ECHO);
    const overflow = machine.evaluate("JSON.parse('['.repeat(1e6))");
    await expect(overflow).rejects.toThrow("the XS engine stopped");
    await expect(machine.command("x")).rejects.toThrow("the XS engine stopped");
    await machine.close();
  });

  test("has none of Node's globals", async () => {
    const machine = await XsMachine.start(ECHO);
    const script =
      "new TextEncoder().encode([typeof process, typeof Buffer, typeof setTimeout, typeof console].join()).buffer";
    expect((await machine.evaluate(script)).bytes.toString()).toBe("undefined,undefined,undefined,undefined");
    await machine.close();
  });

  test("says which module cannot be bundled", async () => {
    await expect(bundleForXs(join(__dirname, "none.ts"))).rejects.toThrow("none.ts");
  });
});

describe("the monitor on XS", () => {
  test("costs the same every time, and keeps nothing of what it has seen", async () => {
    const story = STORIES.find(({ name }) => name === "awake-15fps")!;
    const lines = traceOf(story).trimEnd().split("\n");
    const first = await meter(lines);
    expect(await meter(lines)).toEqual(first);
    expect(first.observations).toBe(lines.length);
    // A frame of which XS needs more than this would take the board milliseconds.
    expect(first.compute_per_observation).toBeLessThan(6000);
    expect(first.retained_slots).toBeLessThan(50);
  });
});

describe("netstrings", () => {
  test("are cut out of a stream wherever its pieces end", () => {
    const stream = Buffer.concat([netstring(""), netstring("a:,"), netstring("☃".repeat(40))]);
    for (let size = 1; size < stream.length; size += 1) {
      const reader = new NetstringReader();
      const messages: string[] = [];
      for (let at = 0; at < stream.length; at += size) {
        for (const message of reader.push(stream.subarray(at, at + size))) messages.push(message.toString());
      }
      expect(messages).toEqual(["", "a:,", "☃".repeat(40)]);
    }
  });
});
