/**
 * A trace of what this page saw: one line for each status, in the format that `replay` reads. Five frames a second are
 * what the decisions are made for as well as the camera's full rate.
 */
import type { Status } from "./documents";

/** Ten minutes: about a megabyte. */
const LINES_MAX = 3000;

export class TraceRecorder {
  #lines: string[] = [];
  #frames = -1;
  #first_ms = 0;
  #last_ms = 0;

  /** Length of what is recorded, s. */
  get length_s(): number {
    return this.#lines.length > 0 ? (this.#last_ms - this.#first_ms) / 1000 : 0;
  }

  add(status: Status): void {
    const { uptime_ms: t_ms, frames, face, lm, eyes, presence, risk, alert } = status;
    // A trace runs forwards, and one frame stands in it once.
    if (t_ms < this.#last_ms) this.#lines = [];
    if (frames === this.#frames && presence.health === "ok") return;
    this.#frames = frames;
    const seen = face.found && lm.valid;
    const { score, x, y, w, h } = face;
    const points = lm.x.map((px, i) => [px, lm.y[i]]);
    const healthy = presence.health === "ok";
    const line = {
      t_ms,
      health: presence.health,
      ...(healthy ? { detect: seen ? [{ score, x, y, w, h, lm: points }] : [] } : {}),
      ...(healthy && face.roi !== "none" ? { eye: { side: face.roi, closed: eyes.closed } } : {}),
      // What the unit made of it; replay reads past it.
      unit: { presence: presence.state, risk: risk.score, perclos: eyes.perclos, alerts: alert.count },
    };
    this.#lines.push(JSON.stringify(line));
    if (this.#lines.length > LINES_MAX) this.#lines.shift();
    this.#last_ms = t_ms;
    this.#first_ms = (JSON.parse(this.#lines[0]!) as { t_ms: number }).t_ms;
  }

  get text(): string {
    return this.#lines.map((line) => `${line}\n`).join("");
  }
}
