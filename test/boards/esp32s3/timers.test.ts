import { boardTimers } from "../../../src/boards/esp32s3/timers";

test("delays are whole milliseconds that never end early", () => {
  const asked: unknown[][] = [];
  const id = {};
  const sdk = {
    set: (callback: (...args: unknown[]) => void, delay_ms: number) => {
      asked.push(["set", delay_ms]);
      // The SDK hands its timer to the callback.
      callback(id);
      return id;
    },
    repeat: (_: () => void, interval_ms: number) => {
      asked.push(["repeat", interval_ms]);
      return id;
    },
    clear: (one: object) => void asked.push(["clear", one === id]),
  };
  const timers = boardTimers(sdk, () => 42);
  const given: unknown[] = [];
  timers.set((...args: unknown[]) => given.push(args), 1.2);
  timers.set(() => {}, -3);
  timers.clear(timers.repeat(() => {}, 0));
  expect(asked).toEqual([
    ["set", 2],
    ["set", 0],
    ["repeat", 1],
    ["clear", true],
  ]);
  expect(given).toEqual([[]]);
  expect(timers.now_ms()).toBe(42);
});
