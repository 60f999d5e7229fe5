import { parseOptions } from "../../src/options";

test("flags that would leave nothing to work with are refused, naming what may be given", () => {
  const fault = (...args: string[]) => {
    try {
      parseOptions(args, {});
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(fault("--rate-limit", "0")).toBe("--rate-limit must be a whole number from 1 to 1000000000, not '0'");
  expect(fault("--connections", "1")).toBe("--connections must be a whole number from 2 to 1000, not '1'");
  expect(fault("--connections", "2", "--rate-limit", "1", "--port", "0")).toBe(null);
});
