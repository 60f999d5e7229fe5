import { decodeRecord, RECORD_BYTES } from "../../../src/boards/esp32s3/frame_record";
import { formatObservation, parseObservation } from "../../../src/monitor/trace";
import { ALL_WELL, CAMERA, DETECTED, EYE, FACE, packRecord } from "./record";

describe("a frame record", () => {
  test("with a face and an eye becomes an observation in pixels and fractions", () => {
    const record = packRecord({
      t_ms: 123_456.5,
      flags: ALL_WELL | DETECTED | EYE,
      side: 1,
      image: [120, 3, 251, 7],
      closed_256: 64,
      detect_tenths: 441,
      eye_hundredths: 512,
      roi: [8000, -150, 3750],
      faces: [FACE],
    });
    expect(record.byteLength).toBe(RECORD_BYTES);
    expect(decodeRecord(record)).toEqual({
      frame: {
        observation: {
          t_ms: 123_457,
          health: "ok",
          detect: [
            {
              score: 0.9312,
              x: 60,
              y: 40,
              w: 120,
              h: 140.01,
              lm: [
                [95, 95.5],
                [145, 94.5],
                [120, 125],
                [100, 150],
                [140, 150.25],
              ],
            },
          ],
          eye: { side: "right", closed: 0.25 },
        },
        image: { luma: 120, min: 3, max: 251, peak: 7 },
        roi: { side: "right", x: 80, y: -1.5, w: 37.5 },
        detect_ms: 44.1,
        eye_ms: 5.12,
      },
      health: { camera: true, models: true, eye_model: true },
    });
  });

  test("tells a frame on which detection found nothing from one on which it did not run", () => {
    const looked = decodeRecord(packRecord({ flags: ALL_WELL | DETECTED })).frame;
    const not = decodeRecord(packRecord({ faces: [FACE] })).frame;
    expect(looked.observation.detect).toEqual([]);
    expect(not.observation).not.toHaveProperty("detect");
    expect([looked.detect_ms, not.detect_ms]).toEqual([0, null]);
  });

  test("of the watchdog says that nothing can be judged", () => {
    const { frame, health } = decodeRecord(packRecord({ health: 1, flags: 0 }));
    expect(frame.observation).toEqual({ t_ms: 0, health: "camera-fault" });
    expect([frame.roi, frame.eye_ms]).toEqual([null, null]);
    expect(health).toEqual({ camera: false, models: false, eye_model: false });
  });

  test("with a health that nobody knows counts as a fault", () => {
    expect(decodeRecord(packRecord({ health: 9, flags: CAMERA })).frame.observation.health).toBe("model-fault");
  });

  test("carries four faces, and replays as it was traced", () => {
    const faces = [FACE, FACE.map((value) => value - 7), FACE.map((value) => -value & 0x7fff), FACE];
    const { observation } = decodeRecord(packRecord({ flags: ALL_WELL | DETECTED, faces })).frame;
    expect(observation.detect).toHaveLength(4);
    expect(parseObservation(formatObservation(observation))).toEqual(observation);
  });
});
