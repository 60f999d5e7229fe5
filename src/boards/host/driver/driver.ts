/** The synthetic driver: the camera of a unit that has none. A rendered person at the wheel, and the truth about every frame. */
import { person } from "./person";
import { Plan } from "./plan";
import { Renderer } from "./renderer";
import { sensorBytes } from "./rgb565";
import { parseScene } from "./scenes";
import { type Truth, TruthGauge } from "./truth";

export interface SyntheticDriver {
  readonly fps: number;
  /** 240 x 240 x 2 bytes as the board's sensor gives them: RGB565, high byte first, turned by 180 degrees. */
  renderFrame(t_ms: number): Uint8Array;
  /** The same frame upright, 240 x 240 x 4 bytes RGBA. */
  renderRgba(t_ms: number): Uint8ClampedArray;
  truth(t_ms: number): Truth;
}

const FPS = 25;

/**
 * A driver who plays `scene` from t_ms = 0 on, for ever. All is a pure function of scene, seed and t_ms.
 * @param scene one of SCENES
 * @param seed chooses the person, the light and the variation; a whole number
 * @throws Error that lists the scenes when `scene` is unknown
 */
export function createDriver(scene: string, seed: number): SyntheticDriver {
  const plan = new Plan(parseScene(scene), seed);
  const who = person(seed);
  const gauge = new TruthGauge(who);
  let renderer: Renderer | null = null;
  const renderRgba = (t_ms: number) => {
    renderer ??= new Renderer(who);
    return renderer.draw(plan.at(t_ms).pose, t_ms);
  };
  return {
    fps: FPS,
    renderFrame: (t_ms) => sensorBytes(renderRgba(t_ms)),
    renderRgba,
    truth: (t_ms) => gauge.measure(plan.at(t_ms)),
  };
}
