/** The composition: engine, pictures, streams, traces. */
import type { FrameObservation } from "../../src/monitor/observation";
import type { Verdict } from "../../src/monitor/state";
import { Engine, type EngineOptions } from "./engine/engine";
import { snapshot } from "./engine/snapshot";
import { warningsOf } from "./engine/warnings";
import { Annotator } from "./picture/annotate";
import { EyesPicture, TensorPicture } from "./picture/crops";
import { MjpegStream } from "./server/mjpeg";
import { Traces } from "./trace/traces";

/** Frames a second. */
const RATES = { annotated: 20, input: 10, eyes: 10 };

export interface DashboardOptions extends Pick<EngineOptions, "mode" | "vision" | "face_model"> {
  /** As given on the command line. */
  readonly camera: string;
  readonly model_file: string;
  /** Why the alert/drowsy model is not there; empty where it is, or is not asked for. */
  readonly face_model_trouble: string;
  /** The last line that vision logged; empty before the first. */
  readonly visionTrouble: () => string;
  /** Every observation as it is judged. */
  readonly onObservation?: (o: FrameObservation, v: Verdict) => void;
}

export class Dashboard {
  readonly engine: Engine;
  readonly traces = new Traces();
  readonly streams: { readonly annotated: MjpegStream; readonly input: MjpegStream; readonly eyes: MjpegStream };
  readonly #options: DashboardOptions;
  readonly #annotator = new Annotator();

  constructor(options: DashboardOptions) {
    this.#options = options;
    this.engine = new Engine({
      mode: options.mode,
      vision: options.vision,
      face_model: options.face_model,
      onObservation: (o, v) => {
        this.traces.observe(o);
        options.onObservation?.(o, v);
      },
      onView: () => this.#show(),
    });
    const tensor = new TensorPicture();
    const eyes = new EyesPicture();
    const drawn = (jpeg: (view: NonNullable<Engine["view"]>) => Uint8Array) => () => {
      const { view } = this.engine;
      return view && jpeg(view);
    };
    this.streams = {
      annotated: new MjpegStream(
        RATES.annotated,
        drawn((view) => this.#annotator.jpeg(view)),
      ),
      input: new MjpegStream(
        RATES.input,
        drawn((view) => tensor.jpeg(view)),
      ),
      eyes: new MjpegStream(
        RATES.eyes,
        drawn((view) => eyes.jpeg(view)),
      ),
    };
  }

  /** The document of GET /state. */
  get state() {
    const { camera, model_file, face_model_trouble, visionTrouble } = this.#options;
    const warnings = warningsOf(this.engine, {
      vision: visionTrouble(),
      face_model: face_model_trouble,
      recording: this.traces.trouble,
    });
    return snapshot(this.engine, warnings, { camera, model_file, trace: this.traces.status });
  }

  /** One JPEG of the annotated frame as it is now; null before the first frame. */
  annotatedJpeg(): Uint8Array | null {
    const { view } = this.engine;
    return view && this.#annotator.jpeg(view);
  }

  #show(): void {
    // Paced by when frames were taken: a busy moment that brings two at once must not cost one of them.
    const now_ms = this.engine.t_ms;
    for (const stream of [this.streams.annotated, this.streams.input, this.streams.eyes]) stream.frame(now_ms);
  }
}
