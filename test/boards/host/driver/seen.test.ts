/** The rendered driver before the real models: the face detector must find a face, the eye model must read the eyes. */
import { spawn } from "node:child_process";
import path from "node:path";
import type { Truth } from "../../../../src/boards/host/driver/truth";
import type { Detection } from "../../../../src/monitor/observation";

jest.setTimeout(120_000);

const ROOT = path.join(__dirname, "../../../..");
/** FACE_MIN_SCORE of the gate. */
const MIN_SCORE = 0.55;

interface Seen {
  readonly t_ms: number;
  readonly truth: Truth;
  readonly face: Detection | null;
  readonly closed: readonly [left: number, right: number] | null;
}

/** Runs `tools/render measure`: the models' libraries need a plain Node process of their own. */
function measure(...flags: string[]): Promise<Seen[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--import", "tsx", "tools/render/main.ts", "measure", ...flags], {
      cwd: ROOT,
    });
    const out: Buffer[] = [];
    const errors: Buffer[] = [];
    child.stdout.on("data", (data: Buffer) => out.push(data));
    child.stderr.on("data", (data: Buffer) => errors.push(data));
    child.on("error", reject);
    child.on("close", (code) => {
      if (code !== 0) return reject(new Error(`measure ended with ${code}: ${Buffer.concat(errors)}`));
      const lines = Buffer.concat(out).toString().trim().split("\n");
      resolve(lines.map((line) => JSON.parse(line) as Seen));
    });
  });
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const share = (all: readonly Seen[], holds: (seen: Seen) => boolean) => all.filter(holds).length / all.length;
const found = ({ face }: Seen) => face !== null && face.score >= MIN_SCORE;
const frontal = ({ truth }: Seen) => truth.visible && Math.abs(truth.yaw_deg) <= 20;

/** Interocular distance, and how far the mouth's corners lie below the nose against it. */
function jawDrop({ face }: Seen): number {
  const [left, right, nose, mouth_left, mouth_right] = face!.lm;
  return ((mouth_left[1] + mouth_right[1]) / 2 - nose[1]) / Math.hypot(right[0] - left[0], right[1] - left[1]);
}

describe.each(["42", "4"])("the tour of driver %s", (seed) => {
  let tour: Seen[];
  beforeAll(async () => {
    tour = await measure("--scene", "tour", "--seed", seed, "--to-s", "97.6", "--count", "122");
  });

  test("has a face in every frontal frame, lids up or down, mouth wide, head low", () => {
    const faces = tour.filter(frontal);
    expect(faces.length).toBeGreaterThan(90);
    expect(share(faces, found)).toBeGreaterThan(0.98);
  });

  test("has none where the seat is empty", () => {
    const empty = tour.filter(({ truth }) => truth.lm === null);
    expect(empty.length).toBeGreaterThan(8);
    expect(empty.filter(({ face }) => face !== null)).toEqual([]);
  });

  test("has its landmarks where the model has them, within six pixels", () => {
    const seen = tour.filter((frame) => frontal(frame) && found(frame) && Math.abs(frame.truth.pitch_deg) < 12);
    const miss = (at: number) =>
      mean(
        seen.map(({ face, truth }) =>
          Math.hypot(face!.lm[at]![0] - truth.lm![at]![0], face!.lm[at]![1] - truth.lm![at]![1]),
        ),
      );
    for (const at of [0, 1, 2, 3, 4]) expect(miss(at)).toBeLessThan(6);
  });

  test("moves the detector's mouth with a yawn and its nose with a nod", () => {
    const seen = tour.filter(found);
    const rest = seen.filter(({ truth }) => truth.part === "alert" && frontal({ truth } as Seen));
    const yawn = seen.filter(({ truth }) => truth.mouth_open > 0.7);
    const low = seen.filter(({ truth }) => truth.pitch_deg > 16);
    expect(mean(yawn.map(jawDrop))).toBeGreaterThan(1.25 * mean(rest.map(jawDrop)));
    expect(low.length).toBeGreaterThan(0);
    expect(mean(low.map(jawDrop))).toBeLessThan(0.7 * mean(rest.map(jawDrop)));
  });

  test("shows eyes that a model of real eyes reads: open ones open, shut ones shut", () => {
    const eyes = tour
      .filter((frame) => frontal(frame) && found(frame))
      .map(({ truth, closed }) => ({ lid: truth.lids.left, closed: closed! }));
    const open = eyes.filter(({ lid }) => lid < 0.15).flatMap(({ closed }) => closed);
    const shut = eyes.filter(({ lid }) => lid > 0.95).flatMap(({ closed }) => closed);
    expect(shut.length).toBeGreaterThan(20);
    expect(open.filter((closed) => closed < 0.5).length / open.length).toBeGreaterThan(0.97);
    expect(shut.filter((closed) => closed > 0.5).length / shut.length).toBeGreaterThan(0.97);
    expect(mean(open)).toBeLessThan(0.15);
    expect(mean(shut)).toBeGreaterThan(0.85);
  });
});

test("a driver who looks in the mirrors is found four times in five", async () => {
  const looks = (await measure("--scene", "alert", "--seed", "42", "--to-s", "60", "--count", "150")).filter(
    ({ truth }) => Math.abs(truth.yaw_deg) > 15,
  );
  expect(looks.length).toBeGreaterThan(8);
  expect(share(looks, found)).toBeGreaterThan(0.8);
});
