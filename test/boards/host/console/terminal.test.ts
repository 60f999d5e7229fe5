import { PassThrough } from "node:stream";
import { HostTerminal, isInForeground, type TextInput } from "../../../../src/boards/host/console/terminal";

const stat = (process_group: number, terminal_group: number) => () =>
  `4242 (node (a) b) S 1 ${process_group} 77 34816 ${terminal_group} 4194304 0`;

describe("the terminal of a computer", () => {
  test("is read where the process stands in front of it, and not from the background, where the system would stop it", () => {
    expect(isInForeground(stat(4242, 4242))).toBe(true);
    expect(isInForeground(stat(4242, 99))).toBe(false);
  });

  test("counts as in front where the system does not tell", () => {
    expect(
      isInForeground(() => {
        throw new Error("no such file");
      }),
    ).toBe(true);
  });

  test("gives text as it arrives, a character per byte, and prints lines", async () => {
    const input = new PassThrough();
    const [typed, printed]: string[][] = [[], []];
    const terminal = new HostTerminal(input as unknown as TextInput, (text) => printed!.push(text));
    terminal.open((text) => typed!.push(text));
    input.write(Buffer.from([0x6c, 0x6f, 0xe9, 0x0a]));
    await new Promise(setImmediate);
    expect(typed!.join("")).toBe("lo\u00e9\n");
    terminal.print("log info");
    expect(printed).toEqual(["log info\n"]);
    terminal.close();
    input.write("more\n");
    await new Promise(setImmediate);
    expect(typed!.join("")).toBe("lo\u00e9\n");
  });

  test("survives the end and the failure of its input", async () => {
    const input = new PassThrough();
    new HostTerminal(input as unknown as TextInput, () => {}).open(() => {});
    input.destroy(new Error("EIO"));
    await new Promise(setImmediate);
    expect(input.destroyed).toBe(true);
  });
});
