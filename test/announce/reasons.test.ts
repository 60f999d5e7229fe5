import { LANGS, REASONS, reasonOf } from "../../src/announce/reasons";
import { ALERT_REASONS } from "../../src/monitor/reason";

describe("the alert reasons", () => {
  test("are numbered as the interface numbers them, and as the monitor lists them", () => {
    expect(REASONS.map(({ token }) => token)).toEqual(["drowsy", "microsleep", "yawning", "head_nod", "no_driver"]);
    expect(REASONS.map(({ number }) => number)).toEqual([0, 1, 2, 3, 4]);
    expect([...ALERT_REASONS]).toEqual(REASONS.map(({ token }) => token));
  });

  test("have a sentence of their own in every language", () => {
    for (const lang of LANGS) {
      const texts = REASONS.map(({ text }) => text[lang]);
      expect(new Set(texts).size).toBe(REASONS.length);
      expect(texts).not.toContain("");
    }
    expect(reasonOf("microsleep").number).toBe(1);
  });
});
