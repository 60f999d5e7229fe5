import { BoardTerminal } from "../../../src/boards/esp32s3/terminal";
import { ManualTimers } from "../../http/manual_timers";

/** A serial connector whose queue takes 1000 characters between two looks at it. */
function rig(in_use = false) {
  const wire = { sent: "", room: 1000, typed: "" };
  const timers = new ManualTimers();
  const traced: string[] = [];
  const terminal = new BoardTerminal(
    {
      open: () => {
        if (in_use) throw new Error("in use");
      },
      read: () => {
        const { typed } = wire;
        wire.typed = "";
        return typed;
      },
      write: (text) => {
        if (text.length > wire.room) return false;
        wire.room -= text.length;
        wire.sent += text;
        return true;
      },
      close: () => {},
    },
    timers,
    (text) => traced.push(text),
  );
  const pass = (looks: number) => {
    for (let i = 0; i < looks; i++) {
      wire.room = 1000;
      timers.advance(50);
    }
  };
  return { terminal, wire, traced, pass };
}

describe("the terminal of the board", () => {
  test("prints at once, with the line ends that terminals want", () => {
    const { terminal, wire } = rig();
    terminal.print("one");
    terminal.print("two");
    expect(wire.sent).toBe("one\r\ntwo\r\n");
  });

  test("hands on what is typed", () => {
    const { terminal, wire, pass } = rig();
    const typed: string[] = [];
    wire.typed = "early";
    pass(1);
    terminal.open((text) => typed.push(text));
    wire.typed = "help\r";
    pass(2);
    terminal.close();
    wire.typed = "late";
    pass(1);
    expect(typed).toEqual(["help\r"]);
  });

  test("keeps what the wire does not take yet, in order, lines longer than the queue too", () => {
    const { terminal, wire, pass } = rig();
    const lines = ["a".repeat(900), "b".repeat(5000), "c"];
    for (const line of lines) terminal.print(line);
    expect(terminal.waiting).toBeGreaterThan(0);
    pass(10);
    expect(wire.sent).toBe(lines.map((line) => `${line}\r\n`).join(""));
    expect(terminal.waiting).toBe(0);
  });

  test("drops what nobody takes, and says how much when somebody does again", () => {
    const { terminal, wire, pass } = rig();
    wire.room = 0;
    for (let i = 0; i < 2000; i++) terminal.print("x".repeat(98));
    expect(terminal.waiting).toBeLessThanOrEqual(131_072 + 100);
    pass(200);
    const lines = wire.sent.split("\r\n");
    expect(lines.at(-2)).toMatch(/^\(\d+ lines lost/);
    const lost = Number(/\d+/.exec(lines.at(-2)!)![0]);
    expect(lines.length - 2 + lost).toBe(2000);
  });

  test("leaves the connector to xsbug and prints on its console", () => {
    const { terminal, wire, traced } = rig(true);
    terminal.open(() => {});
    terminal.print("hello");
    expect([wire.sent, traced]).toEqual(["", ["hello\n"]]);
  });
});
