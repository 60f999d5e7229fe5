import fc from "fast-check";
import type { FrameObservation } from "../../src/monitor/observation";
import { formatObservation, formatVerdict, parseObservation } from "../../src/monitor/trace";
import { FACE } from "./face";

const LINE =
  '{"t_ms":0,"health":"ok","detect":[{"score":0.93,"x":60,"y":40,"w":120,"h":140,' +
  '"lm":[[95,95],[145,95],[120,125],[100,150],[140,150]]}],"eye":{"side":"left","closed":0.03}}';

describe("a trace line", () => {
  const observation: FrameObservation = {
    t_ms: 0,
    health: "ok",
    detect: [FACE],
    eye: { side: "left", closed: 0.03 },
  };

  test("is written as the format's own example", () => {
    expect(formatObservation(observation)).toBe(LINE);
    expect(parseObservation(LINE)).toEqual(observation);
  });

  test("tells detection that found nothing from detection that did not run", () => {
    expect(formatObservation({ t_ms: 1, health: "ok", detect: [] })).toBe('{"t_ms":1,"health":"ok","detect":[]}');
    expect(formatObservation({ t_ms: 1, health: "camera-fault" })).toBe('{"t_ms":1,"health":"camera-fault"}');
    expect(parseObservation('{"t_ms":1,"health":"ok","detect":[]}').detect).toEqual([]);
    expect("detect" in parseObservation('{"t_ms":1,"health":"ok"}')).toBe(false);
    expect("eye" in parseObservation('{"t_ms":1,"health":"ok"}')).toBe(false);
  });

  test("may carry keys that nobody knows", () => {
    const line = '{"v":2,"t_ms":5,"health":"ok","eye":{"side":"right","closed":1,"roi":[1,2]},"note":{"a":[]}}';
    expect(parseObservation(line)).toEqual({ t_ms: 5, health: "ok", eye: { side: "right", closed: 1 } });
  });

  test("leaves out what is no number", () => {
    const bad = { ...FACE, score: Number.NaN };
    expect(formatObservation({ t_ms: 1, health: "ok", detect: [bad], eye: { side: "left", closed: Infinity } })).toBe(
      '{"t_ms":1,"health":"ok","detect":[]}',
    );
  });

  test("reads back as exactly what was written, whatever the numbers", () => {
    const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0);
    const point = fc.tuple(number, number);
    const detection = fc.record({
      score: number,
      x: number,
      y: number,
      w: number,
      h: number,
      lm: fc.tuple(point, point, point, point, point),
    });
    fc.assert(
      fc.property(number, fc.array(detection, { maxLength: 3 }), number, (t_ms, detect, closed) => {
        const o: FrameObservation = { t_ms, health: "ok", detect, eye: { side: "right", closed } };
        expect(parseObservation(formatObservation(o))).toEqual(o);
      }),
      { numRuns: 200 },
    );
  });
});

describe("a bad trace line", () => {
  const face = (change: object) => JSON.stringify({ t_ms: 0, health: "ok", detect: [{ ...FACE, ...change }] });

  test.each([
    ["", "not a JSON object"],
    ["{", "not a JSON object"],
    ["[]", "not a JSON object"],
    ["null", "not a JSON object"],
    ["7", "not a JSON object"],
    [`${LINE}x`, "not a JSON object"],
    ['{"health":"ok"}', "t_ms must be a finite number"],
    ['{"t_ms":"0","health":"ok"}', "t_ms must be a finite number"],
    ['{"t_ms":1e999,"health":"ok"}', "t_ms must be a finite number"],
    ['{"t_ms":0}', 'health must be "ok", "camera-fault" or "model-fault"'],
    ['{"t_ms":0,"health":"fine"}', 'health must be "ok", "camera-fault" or "model-fault"'],
    ['{"t_ms":0,"health":"ok","detect":null}', "detect must be an array of at most 64"],
    ['{"t_ms":0,"health":"ok","detect":{}}', "detect must be an array of at most 64"],
    ['{"t_ms":0,"health":"ok","detect":[3]}', "detect[0] must be an object"],
    [face({ score: null }), "detect[0].score must be a finite number"],
    [face({ h: "140" }), "detect[0].h must be a finite number"],
    [face({ lm: [] }), "detect[0].lm must be an array of 5"],
    [face({ lm: FACE.lm.concat([[1, 2]]) }), "detect[0].lm must be an array of 5"],
    [face({ lm: [...FACE.lm.slice(0, 4), [1]] }), "detect[0].lm[4] must be an array of 2"],
    [face({ lm: [[1, "2"], ...FACE.lm.slice(1)] }), "detect[0].lm[0][1] must be a finite number"],
    ['{"t_ms":0,"health":"ok","eye":[]}', "eye must be an object"],
    ['{"t_ms":0,"health":"ok","eye":{"side":"up","closed":0}}', 'eye.side must be "left" or "right"'],
    ['{"t_ms":0,"health":"ok","eye":{"side":"left"}}', "eye.closed must be a finite number"],
  ])("%s names what is wrong", (line, message) => {
    expect(() => parseObservation(line)).toThrow(new Error(message));
  });

  test("with more faces than a detector finds is refused", () => {
    const many = (n: number) =>
      JSON.stringify({ t_ms: 0, health: "ok", detect: Array.from({ length: n }, () => FACE) });
    expect(parseObservation(many(64)).detect).toHaveLength(64);
    expect(() => parseObservation(many(65))).toThrow("detect must be an array of at most 64");
  });
});

describe("a verdict line", () => {
  test("is written as the format's own example", () => {
    const verdict = {
      t_ms: 0,
      driver: false,
      presence: "warmup",
      health: "ok",
      absent_s: 0,
      reject: "ok",
      risk: 0,
      perclos: 0,
      closure_s: 0,
      streak: 0,
      required: 11,
      alert: null,
    } as const;
    expect(formatVerdict(verdict)).toBe(
      '{"t_ms":0,"driver":false,"presence":"warmup","health":"ok","absent_s":0,"reject":"ok","risk":0,"perclos":0,' +
        '"closure_s":0,"streak":0,"required":11,"alert":null}',
    );
    expect(formatVerdict({ ...verdict, alert: "head_nod" })).toContain('"alert":"head_nod"}');
  });
});
