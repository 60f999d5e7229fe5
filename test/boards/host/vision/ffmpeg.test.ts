import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { checkCamera } from "../../../../src/boards/host/vision/check_camera";
import { alive, watching } from "./fixtures/watch";

jest.setTimeout(60000);

let folder: string;
let clip: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "ffmpeg-"));
  clip = path.join(folder, "half a second.mp4");
  try {
    const picture = ["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=0.5"];
    execFileSync("ffmpeg", ["-v", "error", ...picture, "-pix_fmt", "yuv420p", clip]);
  } catch (error) {
    throw new Error(`these tests need ffmpeg: install it, or run make test, which does (${(error as Error).message})`);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a video file as the camera", () => {
  test("plays over again, and stop ends its process", () =>
    watching({ camera: `file:${clip}` }, async ({ vision, frames, until, log }) => {
      // More than twice as many frames as the clip has.
      await until("it played over again", () => frames.length > 30);
      expect(frames.every(({ observation }) => observation.health === "ok")).toBe(true);
      expect(frames[0]!.image.max).toBeGreaterThan(200);
      expect(log).toEqual([]);
      const pid = vision.cameraProcess!;
      expect(alive(pid)).toBe(true);
      await vision.stop();
      expect(alive(pid)).toBe(false);
    }));

  test("goes on by itself when its process dies", () =>
    watching({ camera: `file:${clip}` }, async ({ vision, frames, until, log }) => {
      await until("frames came", () => frames.length > 3);
      const first = vision.cameraProcess!;
      process.kill(first, "SIGKILL");
      await until("another process came", () => vision.cameraProcess !== null && vision.cameraProcess !== first);
      const before = frames.length;
      await until("frames came again", () =>
        frames.slice(before).some(({ observation }) => observation.health === "ok"),
      );
      expect(log.join("\n")).toContain("camera: ffmpeg ended with SIGKILL; again in 0.5 s");
    }));

  test("is at fault while its process hangs, and the process is replaced", () =>
    watching({ camera: `file:${clip}` }, async ({ vision, frames, until, count }) => {
      await until("frames came", () => frames.length > 3);
      const first = vision.cameraProcess!;
      process.kill(first, "SIGSTOP");
      await until("it is at fault", () => count("camera-fault") > 2);
      expect(vision.health).toEqual({ camera: false, models: true, eye_model: true });
      await until("it recovered", () => frames.at(-1)!.observation.health === "ok" && vision.cameraProcess !== first);
      expect(alive(first)).toBe(false);
    }));

  test("is at fault when there is no ffmpeg after all, and says so again and again", () =>
    watching({ camera: `file:${clip}`, ffmpeg: path.join(folder, "none") }, async ({ vision, until, log, count }) => {
      await until("it is at fault", () => count("camera-fault") > 0 && log.length >= 2);
      expect(log[0]).toMatch(/camera: ffmpeg spawn .*none ENOENT; again in 0.5 s/);
      expect(vision.cameraProcess).toBeNull();
    }));
});

describe("what is found at the start", () => {
  const complaint = async (camera: string, ffmpeg?: string) => {
    try {
      await checkCamera(camera, ffmpeg);
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  };

  test("nothing is wrong with a scene and with a video", async () => {
    expect(await complaint("sim:tour")).toBeNull();
    expect(await complaint(`file:${clip}`)).toBeNull();
  });

  test("an unknown kind and an unknown scene", async () => {
    expect(await complaint("webcam")).toBe("--camera must be sim:SCENE, file:PATH or v4l2:DEV, not 'webcam'");
    expect(await complaint("sim:disco")).toMatch(/^--camera sim:disco: no such scene; the scenes are tour, .*empty$/);
  });

  test("a file that is missing, a folder, or may not be read", async () => {
    expect(await complaint(`file:${folder}/none.mp4`)).toBe(`--camera file:${folder}/none.mp4: no such file`);
    const inner = path.join(folder, "inner");
    mkdirSync(inner);
    expect(await complaint(`file:${inner}`)).toBe(`--camera file:${inner}: not a file`);
    const secret = path.join(folder, "secret.mp4");
    writeFileSync(secret, "x");
    chmodSync(secret, 0);
    // The administrator may read anything, and then ffmpeg finds no picture in it.
    expect(await complaint(`file:${secret}`)).toMatch(/secret.mp4: (may not be read|ffmpeg finds no picture in it)/);
  });

  test("a file without a picture, in one line", async () => {
    const text = path.join(folder, "text.mp4");
    writeFileSync(text, "this is not a video\n".repeat(50));
    expect(await complaint(`file:${text}`)).toMatch(
      /^--camera file:.*text\.mp4: ffmpeg finds no picture in it \([^\n]+\)$/,
    );
  });

  test("a missing ffmpeg", async () => {
    expect(await complaint(`file:${clip}`, path.join(folder, "none"))).toMatch(
      /^--camera file: and v4l2: need the program ffmpeg, and '.*none' does not run: install ffmpeg$/,
    );
  });

  test("a device that is none", async () => {
    if (process.platform !== "linux") return;
    expect(await complaint("v4l2:/dev/none")).toBe("--camera v4l2:/dev/none: no such device");
    expect(await complaint(`v4l2:${clip}`)).toBe(`--camera v4l2:${clip}: not a camera device`);
  });
});
