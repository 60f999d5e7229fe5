import { textFrame } from "../../src/live/frame";

test("the length of a message is written in 7, 16 or 64 bits, the shortest that holds it", () => {
  const headers = [0, 125, 126, 65_535, 65_536].map((length) => {
    const frame = textFrame(Buffer.alloc(length, "x"));
    return [...frame.subarray(0, frame.length - length)];
  });
  expect(headers).toEqual([
    [0x81, 0],
    [0x81, 125],
    [0x81, 126, 0, 126],
    [0x81, 126, 0xff, 0xff],
    [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0],
  ]);
});
