/** Writes what vision tells the decisions into a trace file that `replay` reads. */
import { createWriteStream, type WriteStream } from "node:fs";
import type { Vision, VisionCallbacks } from "../../board/vision";
import type { FrameObservation } from "../../monitor/observation";
import { formatObservation } from "../../monitor/trace";

export class Recorder {
  readonly #log: (line: string) => void;
  #file: WriteStream | null;

  private constructor(file: WriteStream, log: (line: string) => void) {
    this.#file = file;
    this.#log = log;
    file.on("error", (error) => {
      // The watch goes on without its record; a full disk must not stop it.
      this.#file = null;
      this.#log(`--record: ${error.message}; recording stopped`);
    });
  }

  /** Opens `path`, replacing what stood there. Rejects with one line that names the flag. */
  static open(path: string, log: (line: string) => void): Promise<Recorder> {
    return new Promise((resolve, reject) => {
      const file = createWriteStream(path);
      const refuse = (error: NodeJS.ErrnoException) =>
        reject(new Error(`--record ${path}: cannot be written (${error.code})`));
      file.once("error", refuse);
      file.once("open", () => {
        file.off("error", refuse);
        resolve(new Recorder(file, log));
      });
    });
  }

  write(observation: FrameObservation): void {
    this.#file?.write(`${formatObservation(observation)}\n`);
  }

  /** Resolves once everything is written. */
  close(): Promise<void> {
    const file = this.#file;
    this.#file = null;
    if (!file) return Promise.resolve();
    return new Promise((resolve) => {
      file.once("error", () => resolve());
      file.end(() => resolve());
    });
  }
}

/** `vision`, with every observation written to `recorder` before it is judged. */
export function recorded(vision: Vision, recorder: Recorder): Vision {
  return {
    get health() {
      return vision.health;
    },
    start({ onFrame, onPreview }: VisionCallbacks) {
      vision.start({
        onFrame(frame) {
          recorder.write(frame.observation);
          onFrame(frame);
        },
        onPreview,
      });
    },
    setTrack: (face) => vision.setTrack(face),
    preview: (fps, quality) => vision.preview(fps, quality),
    snapshot: (quality) => vision.snapshot(quality),
    async stop() {
      await vision.stop();
      await recorder.close();
    },
  };
}
