import type { FrameObservation } from "../../../src/monitor/observation";
import { formatObservation, formatVerdict, parseObservation } from "../../../src/monitor/trace";
import { Drive } from "../../../test/monitor/driver";
import { startNodeEngine } from "../../../tools/replay/node_engine";
import { startXsEngine } from "../../../tools/replay/xs_engine";
import { Engine } from "../../src/engine/engine";
import type { FaceModel } from "../../src/engine/face_model";
import { snapshot } from "../../src/engine/snapshot";
import { warningsOf } from "../../src/engine/warnings";
import type { Mode } from "../../src/options";
import { verdicts } from "../../src/trace/replay";
import { loadTrace } from "../../src/trace/trace";
import { FakeVision } from "./fake_vision";

function start(mode: Mode, face_model: FaceModel | null = null) {
  const vision = new FakeVision();
  const judged: FrameObservation[] = [];
  const lines: string[] = [];
  const engine = new Engine({
    mode,
    vision,
    face_model,
    onObservation: (o, v) => {
      judged.push(o);
      lines.push(formatVerdict(v));
    },
  });
  engine.start();
  const state = () =>
    snapshot(engine, warningsOf(engine, { vision: "", face_model: "no file", recording: "" }), {
      camera: "sim:alert",
      model_file: "a",
      trace: { recording: false, frames: 0 },
    });
  return { vision, engine, judged, lines, state };
}

/** Every observation in order, as the engine queues them. */
async function show(vision: FakeVision, frames: Iterable<FrameObservation>, picture?: { grey?: number }) {
  for (const o of frames) {
    vision.frame(o, picture);
    await Promise.resolve();
  }
  await new Promise(setImmediate);
}

const story = () =>
  new Drive({ fps: 15, seed: 4, camera: "poor" })
    .awake(15)
    .closeEyes(3)
    .awake(40)
    .yawn(5)
    .deadCamera(3)
    .awake(10)
    .leave(8)
    .awake(8);

test("one trace through unit replay, dashboard and XS: the same verdicts, byte for byte", async () => {
  const trace = [...story().frames()].map(formatObservation);
  const [node, xs] = [startNodeEngine(), await startXsEngine()];
  try {
    const unit = (await node.replay(trace)).verdicts;
    expect(unit).toContain('"alert":"microsleep"');
    expect(unit).toContain('"alert":"no_driver"');
    expect((await xs.replay(trace)).verdicts).toBe(unit);
    // Live, as frames come from the camera ...
    const live = start("eye");
    await show(live.vision, trace.map(parseObservation));
    expect(`${live.lines.join("\n")}\n`).toBe(unit);
    // ... and replayed from the trace panel.
    const replayed: string[] = [];
    const loaded = await loadTrace(trace.join("\n"));
    await verdicts(loaded, loaded.settings, (v) => replayed.push(`${formatVerdict(v)}\n`));
    expect(replayed.join("")).toBe(unit);
  } finally {
    await xs.close();
  }
});

test("the accepted face goes back to vision, and a reset takes it away", async () => {
  const { vision, engine } = start("eye");
  await show(vision, new Drive({ fps: 25 }).awake(3).frames());
  expect(vision.track).toEqual(engine.session.track);
  expect(vision.track).not.toBeNull();
  engine.reset();
  expect(vision.track).toBeNull();
  expect(engine.view!.eyes).toEqual({ left: null, right: null });
  expect(engine.view!.tensor).toBeNull();
});

test("the tensor of mode eye is the very crop that the eye model read", async () => {
  const { vision, engine } = start("eye");
  await show(vision, new Drive({ fps: 25 }).awake(3).frames());
  expect(engine.view!.tensor).toMatchObject({ side: 32, pixels: new Uint8Array(1024).fill(100) });
});

test("without face detection nobody is looked for, and a snapshot says so", async () => {
  const { vision, engine, state } = start("eye");
  await show(vision, new Drive({ fps: 25 }).awake(8).frames());
  expect(engine.configure({ face_detect: false }).face_detect).toBe(false);
  expect(vision.detecting).toBe(false);
  expect(vision.track).toBeNull();
  await show(vision, [{ t_ms: 8100, health: "ok" }]);
  expect(vision.track).toBeNull();
  expect(state()).toMatchObject({ face_detect: false, warning: expect.stringContaining("face detection is off") });
  engine.configure({ face_detect: true });
  expect(vision.detecting).toBe(true);
});

test("a fault outranks presence, and presence outranks risk", async () => {
  const { vision, state } = start("eye");
  const states: string[] = [];
  expect(state()).toMatchObject({ state: "no-driver", presence: { state: "warmup" } });
  for (const o of new Drive({ fps: 10 }).still(10).closeEyes(2).still(8).leave(6).frames()) {
    vision.frame(o);
    await new Promise(setImmediate);
    const s = state();
    if (s.state !== states.at(-1)) states.push(s.state);
    expect(s.cooldown_left > 0).toBe(
      s.alerts.some(({ reason, t_ms }) => reason !== "no_driver" && o.t_ms - t_ms < 4000),
    );
  }
  expect(states).toEqual(["no-driver", "ok", "drowsy", "cooldown", "ok", "no-driver"]);
  vision.tick(60_000);
  await new Promise(setImmediate);
  expect(state().state).toBe("fault");
  vision.running = false;
  expect(state()).toMatchObject({ running: false, state: "fault", error: expect.stringContaining("capture thread") });
});

test("nobody in the seat is never ok, whatever the risk was", async () => {
  const { vision, state } = start("eye");
  const states = new Set<string>();
  for (const o of new Drive({ fps: 25 }).awake(10).leave(6).frames()) {
    vision.frame(o);
    await new Promise(setImmediate);
    if (!state().face.present) states.add(state().state);
  }
  expect([...states]).toEqual(["no-driver"]);
});

describe("mode face", () => {
  test("without a trained file there is a warning and no number", async () => {
    const { vision, state, judged } = start("face");
    await show(vision, new Drive({ fps: 10 }).awake(8).closeEyes(4).frames());
    const s = state();
    expect(s).toMatchObject({ p_drowsy: null, mode: "face", image_size: 64, model: { trained: false } });
    expect(s.warning).toContain("p_drowsy has no value");
    expect(new Set(s.history)).toEqual(new Set([null]));
    expect(Object.values(s.eyes).every((value) => value === null)).toBe(true);
    expect(s.alert_counts.microsleep).toBe(0);
    expect(judged.some((o) => o.eye !== undefined)).toBe(false);
    expect(s.crop).toMatchObject({ of: "face" });
  });

  test("a trained model's P(drowsy) of the whole face is what is judged", async () => {
    let p = 0.02;
    const { vision, state, engine } = start("face", { drowsy: async () => p });
    await show(vision, new Drive({ fps: 10 }).awake(10).frames());
    expect(state()).toMatchObject({ p_drowsy: 0, state: "ok", model: { trained: true }, warning: null });
    p = 0.97;
    const more = [...new Drive({ fps: 10 }).awake(14).frames()].filter((o) => o.t_ms >= 10_000);
    await show(vision, more);
    expect(state()).toMatchObject({ state: "drowsy" });
    expect(state().p_drowsy).toBeGreaterThan(0.55);
    expect(engine.session.alerts).toHaveLength(1);
  });

  test("without a face the centre of the frame is what the model would see", async () => {
    const { vision, engine, state } = start("face", { drowsy: async () => 0.9 });
    engine.configure({ zoom: 0.5 });
    await show(vision, new Drive({ fps: 10 }).leave(8).frames());
    expect(state().crop).toEqual({ x: 60, y: 60, w: 120, of: "centre" });
    expect(engine.view!.tensor).toMatchObject({ side: 64 });
    expect(state().p_drowsy).toBe(0);
  });

  test("a model that fails while it runs is a fatal error, not a number", async () => {
    const broken = { drowsy: () => Promise.reject(new Error("out of memory")) };
    const { vision, state } = start("face", broken);
    await show(vision, new Drive({ fps: 10 }).awake(1).frames());
    expect(state()).toMatchObject({ state: "fault", error: "frames cannot be judged: out of memory" });
  });
});
