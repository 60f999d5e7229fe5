import { parseOptions } from "../../src/options";

test("the first administrator's address is one, or nobody could be written to", () => {
  const from = (STUDIO_ADMIN_EMAIL: string) => () => parseOptions([], { STUDIO_ADMIN_EMAIL });
  for (const wrong of ["nobody", "a b@example.org", "@example.org", `${"x".repeat(250)}@example.org`])
    expect(from(wrong)).toThrow("STUDIO_ADMIN_EMAIL must be an e-mail address");
  for (const fine of ["", "ada@example.org", "ada@studio.local"]) expect(from(fine)).not.toThrow();
});

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
