import { ShareWindow } from "../../src/monitor/share_window";

function window(length: number, flags: string): ShareWindow {
  const w = new ShareWindow();
  w.resize(length);
  for (const flag of flags) w.push(flag === "1");
  return w;
}

describe("the share of the last readings", () => {
  test("slides", () => {
    expect(window(4, "").share).toBe(0);
    expect(window(4, "1").share).toBe(0.25);
    expect(window(4, "1111").share).toBe(1);
    expect(window(4, "11110").share).toBe(0.75);
    expect(window(4, "111100000").share).toBe(0);
  });

  test("is counted anew when the length changes", () => {
    const w = window(4, "110011");
    w.resize(6);
    expect(w.share).toBeCloseTo(4 / 6, 12);
    w.resize(2);
    expect(w.share).toBe(1);
    w.push(false);
    expect(w.share).toBe(0.5);
  });

  test("stays right around the end of its store", () => {
    const w = window(100, "");
    for (let i = 0; i < 5000; i += 1) w.push(i % 4 === 0);
    expect(w.share).toBe(0.25);
    w.resize(100_000);
    expect(w.share).toBe(0.25);
    for (let i = 0; i < 1000; i += 1) w.push(true);
    expect(w.share).toBe(1);
  });

  test("can be cleared", () => {
    const w = window(3, "111");
    w.clear();
    expect(w.share).toBe(0);
    w.push(true);
    expect(w.share).toBeCloseTo(1 / 3, 12);
  });
});
