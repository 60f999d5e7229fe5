import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { monotonicMs } from "../../../../src/boards/host/vision/source";
import { FACE } from "./fixtures/face";
import { readJpeg } from "./fixtures/picture";
import { TEST_SOURCE, watching } from "./fixtures/watch";

jest.setTimeout(60000);

const EYE_MODEL = path.resolve(__dirname, "../../../../models/eye_state.tflite");
const camera = (name: string) => ({ camera: name, source_module: TEST_SOURCE, now_ms: monotonicMs });

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "vision-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("for people who tune", () => {
  test("each frame comes with its pixels and the very crop that the eye model read", () =>
    watching({ ...camera("steady"), pixels: true }, async ({ vision, frames, until }) => {
      vision.setTrack(FACE);
      await until("eyes came", () => frames.filter(({ observation }) => observation.eye).length > 3);
      for (const { observation, pixels } of frames) {
        expect(pixels!.frame).toHaveLength(240 * 240 * 2);
        expect(pixels!.eye?.length).toBe(observation.eye ? 32 * 32 : undefined);
      }
      const [first, second] = frames;
      expect(first!.pixels!.frame).not.toEqual(second!.pixels!.frame);
    }));

  test("detection can be switched off and on; pixels come only where they were asked for", () =>
    watching(camera("steady"), async ({ vision, frames, until }) => {
      const detections = () => frames.filter(({ observation }) => observation.detect).length;
      await until("detection ran", () => detections() > 1);
      vision.detection(false);
      // What was on its way when it was switched off may still come.
      const off = frames.length + 6;
      await until("more frames came", () => frames.length > off + 9);
      expect(frames.slice(off).some(({ observation }) => observation.detect)).toBe(false);
      const before = detections();
      vision.detection(true);
      await until("detection runs again", () => detections() > before);
      expect(frames.every(({ pixels }) => pixels === null)).toBe(true);
    }));
});

describe("the vision thread with a healthy camera", () => {
  test("detects on every third frame, takes no eye before there is a face, and then one eye after the other", () =>
    watching(camera("steady"), async ({ vision, frames, until }) => {
      await until("frames came", () => frames.length > 12);
      expect(vision.health).toEqual({ camera: true, models: true, eye_model: true });
      const first = frames.slice(0, 12);
      expect(first.map(({ observation }) => observation.detect !== undefined)).toEqual(
        first.map((_, index) => index % 3 === 0),
      );
      expect(first.every(({ observation, roi }) => observation.eye === undefined && roi === null)).toBe(true);
      expect(frames.every(({ observation }) => observation.health === "ok")).toBe(true);

      vision.setTrack(FACE);
      await until("eyes came", () => frames.filter(({ observation }) => observation.eye).length > 6);
      const eyes = frames.flatMap(({ observation, roi }) => (observation.eye ? [{ eye: observation.eye, roi }] : []));
      expect(eyes[0]!.eye.side).toBe("left");
      eyes.forEach(({ eye, roi }, index) => {
        expect(eye.side).toBe(index % 2 ? "right" : "left");
        expect(roi).toMatchObject({ side: eye.side, x: (index % 2 ? 150 : 90) - 22.5, y: 100 - 22.5, w: 45 });
        expect(eye.closed).toBeGreaterThanOrEqual(0);
        expect(eye.closed).toBeLessThan(1);
      });
      vision.setTrack(null);
      const before = frames.length;
      await until("more frames came", () => frames.length > before + 6);
      expect(frames.slice(-3).every(({ observation }) => observation.eye === undefined)).toBe(true);
      const times = frames.map(({ observation }) => observation.t_ms);
      expect(times).toEqual([...times].sort((a, b) => a - b));
    }));

  test("the snapshot is the very frame that the detector last received, and is not mirrored", () =>
    watching(camera("eight frames"), async ({ vision, frames, until }) => {
      expect(await vision.snapshot(80)).toBeNull();
      await until("all frames came", () => frames.length >= 8);
      const jpeg = await vision.snapshot(90);
      // Frames 0 to 7 came, so detection ran on 0, 3 and 6.
      expect(await readJpeg(jpeg!)).toEqual({ n: 6, corner: "left" });
      const small = await vision.snapshot(10);
      expect(small!.length).toBeLessThan(jpeg!.length);
      expect(await readJpeg(small!)).toEqual({ n: 6, corner: "left" });
    }));

  test("the preview is mirrored, comes only while wanted, and shows the newest frames", () =>
    watching(camera("steady"), async ({ vision, frames, previews, until }) => {
      await until("frames came", () => frames.length > 5);
      expect(previews).toHaveLength(0);
      vision.preview(20, 60);
      await until("previews came", () => previews.length >= 5);
      const seen = await Promise.all(previews.slice(0, 5).map((jpeg) => readJpeg(jpeg, true)));
      expect(seen.every(({ corner }) => corner === "right")).toBe(true);
      const numbers = seen.map(({ n }) => n);
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
      vision.preview(0, 60);
      const before = frames.length;
      await until("the wish arrived", () => frames.length > before + 3);
      const so_far = previews.length;
      await until("more frames came", () => frames.length > before + 12);
      expect(previews).toHaveLength(so_far);
    }));

  test("a sensor that swaps bytes and hangs upside down shows the same picture", () =>
    watching(camera("sensor"), async ({ vision, frames, until }) => {
      await until("frames came", () => frames.length > 3);
      const { corner } = await readJpeg((await vision.snapshot(90))!);
      expect(corner).toBe("left");
    }));
});

describe("the vision thread with a camera at fault", () => {
  test("a camera that pauses is at fault meanwhile: observations go on, empty, and it recovers by itself", () =>
    watching(camera("pause after ten"), async ({ vision, frames, until, count }) => {
      await until("it is at fault", () => count("camera-fault") >= 3);
      expect(vision.health.camera).toBe(false);
      expect(vision.health.models).toBe(true);
      await until("it recovered", () => frames.at(-1)!.observation.health === "ok");
      expect(vision.health.camera).toBe(true);
      const faults = frames.filter(({ observation }) => observation.health === "camera-fault");
      for (const { observation, roi, detect_ms, eye_ms } of faults) {
        expect(Object.keys(observation).sort()).toEqual(["health", "t_ms"]);
        expect([roi, detect_ms, eye_ms]).toEqual([null, null, null]);
      }
      const times = faults.map(({ observation }) => observation.t_ms);
      expect(times[1]! - times[0]!).toBeGreaterThan(100);
      expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
    }));

  test("a camera that never gives a frame is at fault, with no snapshot, and stops like any other", () =>
    watching(camera("never a frame"), async ({ vision, until, count }) => {
      await until("it is at fault", () => count("camera-fault") >= 2);
      expect(vision.health).toEqual({ camera: false, models: true, eye_model: true });
      expect(await vision.snapshot(80)).toBeNull();
    }));

  test("a thread that falls over is started again, and the fault is named", () =>
    watching(camera("crash at five"), async ({ vision, frames, log, until, count }) => {
      vision.preview(20, 60);
      await until("it fell over", () => count("camera-fault") >= 1);
      expect(vision.health).toEqual({ camera: false, models: false, eye_model: false });
      expect(await vision.snapshot(80)).toBeNull();
      expect(log.join()).toContain("the camera of this test fell over; again in 0.5 s");
      await until("it came back", () => frames.at(-1)!.observation.health === "ok");
      await until("it fell over again", () => log.length >= 2);
      expect(log[1]).toContain("again in 1 s");
    }));

  test("stop ends a thread that is still loading, and nothing is reported afterwards", () =>
    watching(camera("steady"), async ({ vision, frames }) => {
      const snapshot = vision.snapshot(80);
      await vision.stop();
      expect(await snapshot).toBeNull();
      await vision.stop();
      expect(frames).toHaveLength(0);
    }));
});

describe("the vision thread without a model", () => {
  const servesOn = (options: { eye_model?: string; face_models?: string }, health: object, complaint: RegExp) =>
    watching({ ...camera("steady"), ...options }, async ({ vision, frames, previews, log, until }) => {
      vision.preview(20, 60);
      vision.setTrack(FACE);
      await until("previews came", () => previews.length > 2 && frames.length > 3);
      expect(vision.health).toEqual({ camera: true, ...health });
      expect(frames.every(({ observation }) => observation.health === "model-fault")).toBe(true);
      expect(await readJpeg((await vision.snapshot(80))!)).toMatchObject({ corner: "left" });
      expect(log.join("\n")).toMatch(complaint);
    });

  test("an eye model that is missing", () =>
    servesOn(
      { eye_model: path.join(folder, "none.tflite") },
      { models: true, eye_model: false },
      /eye model cannot be loaded: .*no such file/,
    ));

  test("an eye model of which half is missing", () => {
    const file = path.join(folder, "half.tflite");
    const whole = readFileSync(EYE_MODEL);
    writeFileSync(file, whole.subarray(0, whole.length / 2));
    return servesOn({ eye_model: file }, { models: true, eye_model: false }, /eye model cannot be loaded/);
  });

  test("an eye model that is something else", () => {
    const file = path.join(folder, "text.tflite");
    writeFileSync(file, "this is not a model");
    return servesOn({ eye_model: file }, { models: true, eye_model: false }, /eye model cannot be loaded/);
  });

  test("a face detector whose weights are missing", () =>
    servesOn({ face_models: folder }, { models: false, eye_model: true }, /face detector cannot be loaded/));
});
