import fc from "fast-check";
import { type Config, ConfigError, checkChange, RULES } from "../../src/config/keys";

function refusal(body: unknown): ConfigError {
  try {
    checkChange(body);
  } catch (error) {
    return error as ConfigError;
  }
  throw new Error(`${JSON.stringify(body)} was taken`);
}

const GOOD: Config = {
  trigger: 0.4,
  required: 7,
  cooldown: 50,
  zoom: 0.6,
  face_detect: false,
  perclos_window: 90,
  eye_closed_threshold: 0.7,
  no_driver_after: 4.5,
  no_driver_alert: false,
};

test("every key is optional, and all of them are taken as they are", () => {
  expect(checkChange({})).toEqual({});
  expect(checkChange(GOOD)).toEqual(GOOD);
  for (const [key, value] of Object.entries(GOOD)) expect(checkChange({ [key]: value })).toEqual({ [key]: value });
});

test("no_driver_after is floored at a second, not refused", () => {
  expect(checkChange({ no_driver_after: 0.2 })).toEqual({ no_driver_after: 1 });
  expect(checkChange({ no_driver_after: -5 })).toEqual({ no_driver_after: 1 });
  expect(refusal({ no_driver_after: 3601 })).toMatchObject({ field: "no_driver_after" });
});

test.each(Object.keys(RULES) as (keyof Config)[])("%s of a wrong type is named", (key) => {
  const wrong = RULES[key].type === "boolean" ? [1, 0, "true", null] : [true, "1", null, [1], { value: 1 }];
  for (const value of wrong) {
    const error = refusal({ ...GOOD, [key]: value });
    expect(error).toBeInstanceOf(ConfigError);
    expect(error.field).toBe(key);
    expect(error.message).toMatch(new RegExp(`^${key} must be`));
  }
});

test.each([
  ["trigger", -0.01],
  ["trigger", 1.01],
  ["required", 0],
  ["required", 2.5],
  ["required", 1001],
  ["cooldown", -1],
  ["cooldown", 0.5],
  ["cooldown", 10_001],
  ["zoom", 0],
  ["zoom", 1.1],
  ["perclos_window", 0],
  ["perclos_window", 513],
  ["perclos_window", 30.5],
  ["eye_closed_threshold", 1.5],
  ["eye_closed_threshold", -0.1],
])("%s = %p is out of range", (key, value) => {
  expect(refusal({ [key]: value }).field).toBe(key);
});

test("an unknown key is named, whatever it is called", () => {
  for (const key of ["Trigger", "fps", "", "constructor", "hasOwnProperty"]) {
    expect(refusal({ trigger: 0.5, [key]: 1 }).field).toBe(key);
  }
  expect(refusal(JSON.parse('{"__proto__": {"trigger": 0.1}}')).field).toBe("__proto__");
});

test("what is no object is refused as a whole", () => {
  for (const body of [null, [], [GOOD], "trigger", 0.5, true]) expect(refusal(body).field).toBeNull();
});

test("whatever JSON comes, it is taken or refused in words", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (body) => {
      try {
        checkChange(body);
      } catch (error) {
        expect(error).toBeInstanceOf(ConfigError);
        expect((error as Error).message).not.toBe("");
      }
    }),
    { seed: 1 },
  );
});
