import { Log } from "../src/log";

describe("the log", () => {
  test("gives every event one line with uptime, level and module", () => {
    const lines: string[] = [];
    const log = new Log(
      () => 1234.5678,
      (line) => lines.push(line),
    );
    log.module("wifi")("warn", "first\nsecond\r\u001b[31m\u0085");
    expect(lines).toEqual(["1.235 warn wifi: first\\x0asecond\\x0d\\x1b[31m\\x85"]);
  });

  test("drops what lies below its level", () => {
    const lines: string[] = [];
    const log = new Log(
      () => 0,
      (line) => lines.push(line.split(" ")[1]!),
    );
    const all = () => {
      for (const level of ["debug", "info", "warn", "error"] as const) log.write(level, "m", "t");
      return lines.splice(0);
    };
    expect(all()).toEqual(["info", "warn", "error"]);
    log.level = "debug";
    expect(all()).toEqual(["debug", "info", "warn", "error"]);
    log.level = "error";
    expect(all()).toEqual(["error"]);
  });
});
