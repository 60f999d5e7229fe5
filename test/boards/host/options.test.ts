import { OptionError } from "../../../src/boards/host/flags";
import { parseOptions } from "../../../src/boards/host/options";

const refused = (...args: string[]) => {
  try {
    parseOptions(args);
  } catch (error) {
    expect(error).toBeInstanceOf(OptionError);
    expect((error as Error).message).not.toContain("\n");
    return (error as Error).message;
  }
  throw new Error(`accepted: ${args.join(" ")}`);
};

describe("the unit's command line", () => {
  test("nothing given means the synthetic tour on the known ports, on loopback only", () => {
    expect(parseOptions([])).toMatchObject({
      control_port: 8080,
      stream_port: 8081,
      bind: "127.0.0.1",
      data: "data",
      camera: "sim:tour",
      record: null,
      radio: null,
      settings: {},
    });
  });

  test("settings are given one by one", () => {
    expect(parseOptions(["--set", "lang=km", "--set", "fps=5", "--set", "muted=1"])!.settings).toEqual({
      lang: "km",
      fps: 5,
      muted: true,
    });
  });

  test("two free ports may be asked for", () => {
    expect(parseOptions(["--control-port", "0", "--stream-port", "0"])).toMatchObject({
      control_port: 0,
      stream_port: 0,
    });
  });

  test("help is no error", () => {
    expect(parseOptions(["--help"])).toBeNull();
  });

  test.each([
    [["--control-port", "70000"], "--control-port"],
    [["--control-port", "http"], "--control-port"],
    [["--stream-port", "-1"], "--stream-port"],
    [["--stream-port", "8080"], "--stream-port"],
    [["--camera", ""], "--camera"],
    [["--camera"], "--camera"],
    [["--set", "volume=3"], "--set"],
    [["--set", "lang"], "--set"],
    [["--set", "lang=fr"], "--set"],
    [["--set", "fps=fast"], "--set"],
    [["--record", ""], "--record"],
    [["--radio", ""], "--radio"],
    [["--seed", "one"], "--seed"],
    [["--colour", "red"], "--colour"],
    [["tour"], "tour"],
  ])("one clear line names the flag: %j", (args, flag) => {
    expect(refused(...args)).toContain(flag);
  });
});
