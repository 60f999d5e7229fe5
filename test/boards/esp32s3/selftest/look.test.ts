import { look } from "../../../../src/boards/esp32s3/selftest/look";
import { ALL_WELL, DETECTED, EYE, FACE, MODELS, packRecord, type RecordFields } from "../record";

const GOOD: RecordFields = { flags: ALL_WELL | DETECTED | EYE, faces: [FACE], closed_256: 5, detect_tenths: 440 };
const of = (fields: RecordFields) => look(packRecord({ ...GOOD, ...fields }), packRecord({ ...GOOD, side: 1 }));

describe("the self-test's look at the test frame", () => {
  test("passes a face with open eyes, and shows what was seen", () => {
    const { lines, wrong } = of({});
    expect(wrong).toBeNull();
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('detect 44 ms, eye 0 ms: {"t_ms":0,"health":"ok","detect":[{"score":0.9312');
    expect(lines[1]).toContain('"side":"right"');
  });

  const mirrored = [...FACE.slice(0, 5), 14500, 9450, 9500, 9550, ...FACE.slice(9)];
  const noseBelow = [...FACE.slice(0, 5), 9500, 9550, 10000, 15000, 14500, 9450, 12000, 12500, 14000, 15025];
  test.each<[string, RecordFields, string]>([
    ["no detector", { flags: ALL_WELL & ~MODELS }, "the face detector did not load"],
    ["no face", { faces: [] }, "no face where one was drawn"],
    ["a weak face", { faces: [[5000, ...FACE.slice(1)]] }, "no face where one was drawn"],
    ["left and right exchanged", { faces: [mirrored] }, "the landmarks are in a wrong order"],
    ["the detector's own landmark order", { faces: [noseBelow] }, "the landmarks are in a wrong order"],
    ["no eye", { flags: ALL_WELL | DETECTED }, "no eye was read"],
    ["an eye read as closed", { closed_256: 200 }, "an open eye reads as closed (0.78125)"],
  ])("fails %s", (_, fields, why) => {
    expect(of(fields).wrong).toBe(why);
  });
});
