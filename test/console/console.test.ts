import { Console } from "../../src/console/console";
import { Log } from "../../src/log";

function setUp() {
  const printed: string[] = [];
  const log = new Log(
    () => 61_002.4,
    (line) => printed.push(line),
  );
  let typed: (text: string) => void = () => {};
  let closed = false;
  const shell = new Console({
    terminal: {
      open: (onText) => {
        typed = onText;
      },
      print: (line) => printed.push(line),
      close: () => {
        closed = true;
      },
    },
    log,
    documents: {
      status: () => ({ uptime_ms: 5, camera: true, presence: { state: "present", absent_s: 0 } }),
      wifi: () => ({ sta: { state: "connected", ssid: "two words\n" } }),
      mqtt: () => ({ status: { state: "online" } }),
      settings: () => ({ quality: 80, muted: false, lang: "en" }),
    },
    reboot: () => printed.push("REBOOT"),
  });
  shell.open();
  /** What one input prints. */
  const type = (text: string) => {
    printed.length = 0;
    typed(text);
    return [...printed];
  };
  return { shell, log, type, printed, isClosed: () => closed };
}

describe("the serial console", () => {
  test("lists every command that it has", () => {
    const { type } = setUp();
    const names = type("help\n").map((line) => line.split(" ")[0]);
    expect(names).toEqual(["help", "status", "wifi", "mqtt", "settings", "log", "trace", "reboot"]);
    for (const name of names) expect(type(`${name}\n`)[0]).not.toMatch(/is no command/);
  });

  test("shows documents, a line per group", () => {
    const { type } = setUp();
    expect(type("status\n")).toEqual(["uptime_ms=5 camera=true", "presence  state=present absent_s=0"]);
    expect(type("wifi\n")).toEqual(['sta  state=connected ssid="two words\\n"']);
    expect(type("mqtt\n")).toEqual(["status  state=online"]);
    expect(type("settings\n")).toEqual(["quality=80 muted=false lang=en"]);
  });

  test("changes which events are logged", () => {
    const { type, log, printed } = setUp();
    expect(type("log\n")).toEqual(["log info"]);
    expect(type("log error\n")).toEqual(["log error"]);
    printed.length = 0;
    log.write("warn", "wifi", "unheard");
    log.write("error", "wifi", "heard");
    expect(printed).toEqual(["61.002 error wifi: heard"]);
    expect(type("log loud\n")).toEqual(["error: log takes error, warn, info, debug"]);
    expect(log.level).toBe("error");
  });

  test("traces frames while told to", () => {
    const { type, shell, printed } = setUp();
    shell.trace("unseen");
    expect(type("trace on\n")).toEqual(["trace on"]);
    expect(shell.tracing).toBe(true);
    shell.trace('{"t_ms":0}');
    expect(printed).toEqual(["trace on", '{"t_ms":0}']);
    expect(type("trace off\n")).toEqual(["trace off"]);
    shell.trace("unseen");
    expect(printed).toEqual(["trace off"]);
    expect(type("trace\n")).toEqual(["error: trace takes on or off"]);
  });

  test("reboots", () => {
    expect(setUp().type("reboot\n")).toEqual(["61.002 info console: reboot", "REBOOT"]);
  });

  test.each(["halp", "reboot now", "status all", "log info twice", "trace on off", "STATUS", "toString", "__proto__"])(
    "answers %j, which is no command, and does nothing",
    (line) => {
      const [answer, ...more] = setUp().type(`${line}\n`);
      expect([answer, more]).toEqual([expect.stringMatching(/^error: '.*' is no command; help lists them$/), []]);
    },
  );

  test("reads lines however they arrive and end", () => {
    const { type } = setUp();
    expect(type("lo")).toEqual([]);
    expect(type("g\r")).toEqual(["log info"]);
    expect(type("\nlog\r\nlog\n\n\r\n  log  \n").length).toBe(3);
    expect(type("lpp\b\b\x7flog\n")).toEqual(["log info"]);
  });

  test("refuses a line without end, and goes on with the next", () => {
    const { type } = setUp();
    expect(type("x".repeat(100_000))).toEqual([]);
    expect(type("\nlog\n")).toEqual([
      "error: a line of more than 120 characters is no command; help lists them",
      "log info",
    ]);
  });

  test("prints no control character that it was sent", () => {
    expect(setUp().type("\x1b[2J\x9b\n")).toEqual(["error: '\\x1b[2J\\x9b' is no command; help lists them"]);
  });

  test("lets the terminal go when it is closed, and traces no more", () => {
    const { shell, type, isClosed } = setUp();
    type("trace on\n");
    shell.close();
    expect([isClosed(), shell.tracing]).toEqual([true, false]);
  });
});
