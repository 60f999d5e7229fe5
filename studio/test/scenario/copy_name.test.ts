import { copyName } from "../../src/scenario/copy_name";

test("a copy takes the first name that is free, and a copy of a copy is not called so twice", () => {
  expect(copyName("Reminder", new Set())).toBe("Reminder (copy)");
  expect(copyName("Reminder", new Set(["reminder (copy)"]))).toBe("Reminder (copy 2)");
  expect(copyName("Reminder (copy 2)", new Set(["reminder (copy)", "reminder (copy 2)"]))).toBe("Reminder (copy 3)");
  expect(copyName("x".repeat(200), new Set()).length).toBeLessThanOrEqual(200);
});
