import type { VisionFrame } from "../../../src/board/vision";
import { BoardVision, type NativeVision, type NativeVisionConstructor } from "../../../src/boards/esp32s3/vision";
import { ManualTimers } from "../../http/manual_timers";
import { ALL_WELL, DETECTED, FACE, packRecord } from "./record";

type NativeOptions = ConstructorParameters<NativeVisionConstructor>[0];

/** The native side as its typings promise it; keeps what it is told. */
function rig(fault: string | null = null) {
  const told: unknown[][] = [];
  const records: ArrayBuffer[] = [];
  let options = {} as NativeOptions;
  let takes_snapshots = true;
  class Native implements NativeVision {
    constructor(given: NativeOptions) {
      if (fault !== null) throw new Error(fault);
      options = given;
    }
    read = () => records.shift();
    setTrack = (...eyes: number[]) => void told.push(["track", ...eyes]);
    clearTrack = () => void told.push(["no track"]);
    preview = (...wanted: number[]) => void told.push(["preview", ...wanted]);
    snapshot = (id: number, quality: number) => {
      told.push(["snapshot", id, quality]);
      return takes_snapshots;
    };
    close = () => void told.push(["close"]);
  }
  const timers = new ManualTimers();
  const log: string[] = [];
  const vision = new BoardVision({ Native, timers, source: "camera", log: (text) => log.push(text) });
  const frames: VisionFrame[] = [];
  const previews: Uint8Array[] = [];
  const start = () =>
    vision.start({ onFrame: (frame) => frames.push(frame), onPreview: (jpeg) => previews.push(jpeg) });
  return {
    vision,
    timers,
    told,
    log,
    frames,
    previews,
    start,
    arrive: (...arrived: ArrayBuffer[]) => {
      records.push(...arrived);
      options.onReadable(arrived.length);
    },
    native: () => options,
    busy: () => {
      takes_snapshots = false;
    },
  };
}

describe("vision on the board", () => {
  test("hands on every record that waits, and knows its health from the last", () => {
    const { vision, frames, start, arrive } = rig();
    start();
    expect(vision.health).toEqual({ camera: false, models: false, eye_model: false });
    arrive(packRecord({ t_ms: 100, flags: 1 }), packRecord({ t_ms: 150, flags: ALL_WELL | DETECTED, faces: [FACE] }));
    expect(frames.map(({ observation }) => observation.t_ms)).toEqual([100, 150]);
    expect(vision.health).toEqual({ camera: true, models: true, eye_model: true });
  });

  test("gives the eyes of the accepted face back, or takes them away", () => {
    const { vision, frames, told, start, arrive } = rig();
    start();
    arrive(packRecord({ flags: ALL_WELL | DETECTED, faces: [FACE] }));
    vision.setTrack(frames[0]!.observation.detect![0]!);
    vision.setTrack(null);
    expect(told.slice(1)).toEqual([["track", 95, 95.5, 145, 94.5], ["no track"]]);
  });

  test("wants the preview that was asked for before the start, too", () => {
    const { vision, previews, told, start, native } = rig();
    vision.preview(15, 80);
    start();
    expect(told).toEqual([["preview", 15, 80]]);
    native().onPreview(Uint8Array.of(1, 2).buffer);
    expect(previews).toEqual([Uint8Array.of(1, 2)]);
  });

  test("brings each snapshot to who asked for it", async () => {
    const { vision, told, start, native } = rig();
    start();
    const asked = [vision.snapshot(50), vision.snapshot(90)];
    const ids = told.filter(([what]) => what === "snapshot").map(([, id]) => id as number);
    native().onSnapshot(ids[1]!, Uint8Array.of(2).buffer);
    native().onSnapshot(ids[0]!, undefined);
    native().onSnapshot(ids[1]!, Uint8Array.of(3).buffer);
    expect(await Promise.all(asked)).toEqual([null, Uint8Array.of(2)]);
  });

  test("waits two seconds for a snapshot and not at all where too many wait", async () => {
    const { vision, timers, start, busy } = rig();
    start();
    const late = vision.snapshot(50);
    timers.advance(2000);
    busy();
    expect(await Promise.all([late, vision.snapshot(50)])).toEqual([null, null]);
    expect(timers.count).toBe(0);
  });

  test("that cannot start says so, once in the log and five times a second in its observations", async () => {
    const { vision, timers, frames, log, start } = rig("no memory");
    start();
    timers.advance(1000);
    expect(log).toEqual(["no vision: no memory"]);
    expect(frames.map(({ observation }) => observation)).toEqual(
      [200, 400, 600, 800, 1000].map((t_ms) => ({ t_ms, health: "camera-fault" })),
    );
    expect(await vision.snapshot(50)).toBeNull();
    await vision.stop();
    expect(timers.count).toBe(0);
  });

  test("hands on what the native side has to say", () => {
    const { log, start, native } = rig();
    start();
    native().onLog("no camera: ESP_ERR_NOT_FOUND");
    expect(log).toEqual(["no camera: ESP_ERR_NOT_FOUND"]);
  });

  test("leaves nothing behind when it stops", async () => {
    const { vision, timers, told, start } = rig();
    start();
    const asked = vision.snapshot(50);
    await vision.stop();
    expect(await asked).toBeNull();
    expect(told.at(-1)).toEqual(["close"]);
    expect(vision.health.camera).toBe(false);
    expect(timers.count).toBe(0);
  });
});
