import { Backoff } from "../../../../src/boards/host/vision/backoff";
import { parseCamera } from "../../../../src/boards/host/vision/camera_spec";
import { landmarkCrop } from "../../../../src/boards/host/vision/face_detector";
import { frameArguments } from "../../../../src/boards/host/vision/ffmpeg_arguments";
import { Pace } from "../../../../src/boards/host/vision/pace";

describe("what --camera may say", () => {
  test("a scene, a file, a device; colons belong to the rest", () => {
    expect(parseCamera("sim:tour")).toEqual({ kind: "sim", scene: "tour" });
    expect(parseCamera("file:/a/b:c.mp4")).toEqual({ kind: "file", path: "/a/b:c.mp4" });
    expect(parseCamera("v4l2:/dev/video0")).toEqual({ kind: "device", device: "/dev/video0" });
  });

  test.each(["", "tour", ":x", "sim:", "file:", "http://127.0.0.1/x", "SIM:tour"])(
    "'%s' is refused by name",
    (text) => {
      expect(() => parseCamera(text)).toThrow(
        new Error(`--camera must be sim:SCENE, file:PATH or v4l2:DEV, not '${text}'`),
      );
    },
  );
});

describe("the command line of ffmpeg", () => {
  test("a file plays at its own pace, over again, and opens nothing but files", () => {
    const line = frameArguments({ kind: "file", path: "-i.mp4" }, "linux").join(" ");
    expect(line).toContain("-re -stream_loop -1 -protocol_whitelist file,pipe -i file:-i.mp4");
    expect(line).toMatch(/crop=240:240,fps=25 -pix_fmt rgb565le -f rawvideo pipe:1$/);
  });

  test.each([
    ["linux", "-f v4l2 -i cam"],
    ["darwin", "-f avfoundation -framerate 30 -i cam:none"],
    ["win32", "-f dshow -i video=cam"],
  ] as const)("a webcam on %s", (platform, input) => {
    const line = frameArguments({ kind: "device", device: "cam" }, platform).join(" ");
    expect(line).toContain(input);
    expect(line).not.toContain("-re");
  });
});

describe("the pace of previews", () => {
  const passed = (fps: number, camera_fps: number, frames: number) => {
    const pace = new Pace();
    pace.fps = fps;
    return Array.from({ length: frames }, (_, n) => pace.passes((n * 1000) / camera_fps)).filter(Boolean).length;
  };

  test.each([
    [1, 25, 10],
    [5, 25, 50],
    [10, 25, 100],
    [20, 25, 200],
    [20, 10, 100],
    [0, 25, 0],
  ])("%i a second of a camera at %i is %i in ten seconds", (fps, camera_fps, want) => {
    expect(Math.abs(passed(fps, camera_fps, camera_fps * 10) - want)).toBeLessThanOrEqual(1);
  });

  test("after a gap it does not catch up in a burst", () => {
    const pace = new Pace();
    pace.fps = 10;
    expect([0, 5000, 5040, 5080, 5120].map((t_ms) => pace.passes(t_ms))).toEqual([true, true, false, false, true]);
  });
});

test("the wait between attempts doubles from half a second to ten, and starts anew", () => {
  const backoff = new Backoff();
  expect(Array.from({ length: 7 }, () => backoff.next())).toEqual([500, 1000, 2000, 4000, 8000, 10000, 10000]);
  backoff.reset();
  expect(backoff.next()).toBe(500);
});

describe("the crop that the landmark net sees", () => {
  const crop = (x: number, y: number, width: number, height: number) =>
    landmarkCrop({ score: 1, box: { x, y, width, height } });

  test("is the box in whole pixels", () => {
    expect(crop(10.7, 20.2, 50.5, 60)).toEqual({ x: 10, y: 20, w: 51, h: 60 });
  });

  test("ends at the borders of the frame", () => {
    expect(crop(-12.5, 200, 60, 80)).toEqual({ x: 0, y: 200, w: 47, h: 40 });
  });

  test("is none where too little of the face is in the picture", () => {
    expect(crop(-50, 20, 60, 60)).toBeNull();
    expect(crop(230, 20, 60, 60)).toBeNull();
    expect(crop(Number.NaN, 20, 60, 60)).toBeNull();
  });
});
