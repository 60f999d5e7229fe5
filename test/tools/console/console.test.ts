import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";
import { candidates, choosePort } from "../../../tools/console/port";

const MAIN = resolve(__dirname, "../../../tools/console/main.ts");

/** A serial port without a board: what is typed comes back in capitals. Prints its path first. */
const PSEUDO_PORT = `
import os, pty, tty, sys
board, port = pty.openpty()
tty.setraw(board)
print(os.ttyname(port), flush=True)
os.write(board, b"0.100 info unit: ready\\r\\n")
while True:
    line = os.read(board, 100)
    os.write(board, line.replace(b"\\r", b"\\r\\n").upper())
`;

describe("which port", () => {
  test("is the one that was named, or the only one there is", () => {
    expect(choosePort("/dev/ttyS0", ["/dev/ttyUSB0", "/dev/ttyUSB1"])).toBe("/dev/ttyS0");
    expect(choosePort(undefined, ["/dev/ttyUSB0"])).toBe("/dev/ttyUSB0");
    expect(choosePort("", ["/dev/ttyUSB0"])).toBe("/dev/ttyUSB0");
  });

  test("must be said where there are several, and a cable must be there", () => {
    expect(() => choosePort(undefined, ["/dev/ttyACM0", "/dev/ttyUSB0"])).toThrow(
      "which one? PORT=/dev/ttyACM0 or PORT=/dev/ttyUSB0",
    );
    expect(() => choosePort(undefined, [])).toThrow("no serial port");
  });

  test("is looked for by the names that each system gives", () => {
    const names = () => ["ttyS0", "ttyUSB1", "ttyACM0", "cu.usbserial-1420", "cu.Bluetooth", "null"];
    expect(candidates(names, "linux")).toEqual(["/dev/ttyACM0", "/dev/ttyUSB1"]);
    expect(candidates(names, "darwin")).toEqual(["/dev/cu.usbserial-1420"]);
    expect(() => candidates(names, "win32")).toThrow("not on win32");
  });
});

describe("the console", () => {
  const started: ChildProcess[] = [];
  afterEach(() => {
    for (const child of started.splice(0)) child.kill("SIGKILL");
  });
  const start = (command: string, args: string[]) => {
    const child = spawn(command, args);
    started.push(child);
    return child;
  };

  test("shows what the board says and sends what is typed", async () => {
    const board = start("python3", ["-c", PSEUDO_PORT]);
    const path = await new Promise<string>((done) => board.stdout.once("data", (bytes) => done(`${bytes}`.trim())));
    const monitor = start(process.execPath, ["--import", "tsx", MAIN, path]);
    let shown = "";
    let asked = false;
    const answered = new Promise<void>((done) =>
      monitor.stdout.on("data", (bytes) => {
        shown += bytes;
        if (shown.includes("STATUS\r\n")) done();
        if (asked || !shown.includes("ready")) return;
        asked = true;
        monitor.stdin.write("status\n");
      }),
    );
    await answered;
    expect(shown).toBe("0.100 info unit: ready\r\nSTATUS\r\n");
  }, 30_000);

  test("names a port that is not there", async () => {
    const monitor = start(process.execPath, ["--import", "tsx", MAIN, "/dev/none"]);
    let said = "";
    monitor.stderr.on("data", (bytes) => {
      said += bytes;
    });
    const status = await new Promise((done) => monitor.once("close", done));
    expect({ status, said }).toEqual({ status: 1, said: "console: /dev/none: there is no such port\n" });
  }, 30_000);
});
