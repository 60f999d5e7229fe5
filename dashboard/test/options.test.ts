import { OptionError } from "../../src/boards/host/flags";
import { isLoopback, parseOptions, USAGE } from "../src/options";

const refusal = (...args: string[]) => {
  try {
    parseOptions(args);
  } catch (error) {
    expect(error).toBeInstanceOf(OptionError);
    return (error as Error).message;
  }
  throw new Error(`${args} was taken`);
};

test("without flags: loopback, port 8000, the synthetic driver, mode eye", () => {
  expect(parseOptions([])).toEqual({
    host: "127.0.0.1",
    port: 8000,
    camera: "sim:tour",
    seed: 42,
    mode: "eye",
    face_model: "models/face_state.tflite",
    record: null,
  });
});

test("every flag is taken and stands in the help", () => {
  const args = "--port 0 --host 0.0.0.0 --camera sim:alert --seed 7 --mode face --face-model a --record b".split(" ");
  expect(parseOptions(args)).toEqual({
    host: "0.0.0.0",
    port: 0,
    camera: "sim:alert",
    seed: 7,
    mode: "face",
    face_model: "a",
    record: "b",
  });
  for (const flag of args.filter((arg) => arg.startsWith("--"))) expect(USAGE).toContain(`${flag} `);
  expect(parseOptions(["--help"])).toBeNull();
});

test("a mistake is one line that names the flag", () => {
  expect(refusal("--port", "65536")).toMatch(/^--port .*65535/);
  expect(refusal("--port", "-1")).toMatch(/--port/);
  expect(refusal("--mode", "both")).toBe("--mode must be eye or face, not 'both'");
  expect(refusal("--host", "")).toBe("--host must not be empty");
  expect(refusal("--seed", "x")).toMatch(/^--seed/);
  expect(refusal("--colour", "red")).toMatch(/--colour/);
  for (const message of [refusal("--port"), refusal("stray")]) expect(message).not.toContain("\n");
});

test("only addresses of this computer are loopback", () => {
  for (const host of ["127.0.0.1", "127.1.2.3", "localhost", "::1"]) expect(isLoopback(host)).toBe(true);
  for (const host of ["0.0.0.0", "::", "192.168.1.2", "127.0.0.1.example.org"]) expect(isLoopback(host)).toBe(false);
});
