import { hash } from "@node-rs/argon2";
import { checkPassword, hashPassword, temporaryPassword } from "../../src/auth/password";
import { passwordFault } from "../../src/auth/password_policy";

test("a password opens its own hash, also when typed in another Unicode form, and no other one", async () => {
  const stored = await hashPassword("Größe-über-alles-㎏");
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await checkPassword(stored, "Gro\u0308ße-u\u0308ber-alles-kg")).toEqual({ ok: true, outdated: false });
  expect((await checkPassword(stored, "Größe-über-allem-㎏")).ok).toBe(false);
});

test("a hash with weaker parameters still opens, and asks for a new one", async () => {
  const weak = await hash("a long enough one", {
    algorithm: 2 as never,
    memoryCost: 8192,
    timeCost: 1,
    parallelism: 1,
  });
  expect(await checkPassword(weak, "a long enough one")).toEqual({ ok: true, outdated: true });
});

test("an account that does not exist is never opened; a damaged hash neither", async () => {
  expect((await checkPassword(null, "whatever it may be")).ok).toBe(false);
  expect((await checkPassword("not a hash", "whatever it may be")).ok).toBe(false);
});

test("temporary passwords differ and pass the policy that a chosen one must pass", () => {
  const passwords = Array.from({ length: 100 }, temporaryPassword);
  expect(new Set(passwords).size).toBe(100);
  for (const password of passwords) {
    expect(password).toMatch(/^[a-zA-Z2-9]{4}(-[a-zA-Z2-9]{4}){3}$/);
    expect(passwordFault(password, "ann@example.com")).toBeNull();
  }
});

describe("what may be chosen", () => {
  const email = "ann.longname@example.com";
  test.each([
    ["eleven char", "at least 12"],
    ["x".repeat(129), "at most 128"],
    ["🐈🐕🐈🐕🐈🐕", "at least 12"],
    ["Ann.LongName@Example.com", "e-mail"],
    ["ann.longname2026!", "e-mail"],
    ["aaaaaaaaaaaa", "four different"],
    ["234567890123", "sequence"],
    ["mlkjihgfedcba", "sequence"],
    ["Password1234", "tried first"],
    ["welcome2026!!", "tried first"],
    ["correcthorsebatterystaple", "tried first"],
  ])("%s is refused: %s", (password, why) => {
    expect(passwordFault(password, email)).toContain(why);
  });

  test.each(["correct horse battery", "short but odd 1", "密码密码是一个很长的东西吧", `${"x1".repeat(30)}yz`])(
    "%s is taken",
    (password) => {
      expect(passwordFault(password, email)).toBeNull();
    },
  );
});
