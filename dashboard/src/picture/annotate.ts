/** The camera frame with what the decisions see drawn over it. */
import { type Canvas, createCanvas, GlobalFonts, ImageData, type SKRSContext2D } from "@napi-rs/canvas";
import { loadCore } from "../../../src/boards/host/vision/core";
import { FRAME_SIDE_PX } from "../../../src/constants";
import type { View } from "../engine/view";
import { COLOURS } from "./colours";

/** Twice the frame, so that lines and letters are sharp. */
const SCALE = 2;
export const ANNOTATED_PX = FRAME_SIDE_PX * SCALE;
const QUALITY = 82;
const BAR_PX = 10;

/** Draws views. Keeps its canvases. */
export class Annotator {
  readonly #core = loadCore();
  readonly #frame: Canvas = createCanvas(FRAME_SIDE_PX, FRAME_SIDE_PX);
  readonly #image = new ImageData(FRAME_SIDE_PX, FRAME_SIDE_PX);
  readonly #canvas: Canvas = createCanvas(ANNOTATED_PX, ANNOTATED_PX);
  /** A bare machine may have no font at all; shapes and colours must say enough. */
  readonly #has_fonts = GlobalFonts.families.length > 0;

  /** One JPEG, 480x480. */
  jpeg(view: View): Uint8Array {
    this.#core.convert(view.frame, FRAME_SIDE_PX, FRAME_SIDE_PX, this.#image.data as Uint8ClampedArray, 4);
    this.#frame.getContext("2d").putImageData(this.#image, 0, 0);
    const c = this.#canvas.getContext("2d");
    c.drawImage(this.#frame, 0, 0, ANNOTATED_PX, ANNOTATED_PX);
    drawSeen(c, view);
    drawRisk(c, view);
    if (this.#has_fonts) drawWords(c, view);
    return this.#canvas.encodeSync("jpeg", QUALITY);
  }
}

function drawSeen(c: SKRSContext2D, { state, status, roi, square }: View): void {
  const { face, lm } = state;
  c.lineWidth = 3;
  c.strokeStyle = COLOURS[status];
  if (lm.valid) {
    c.setLineDash(face.held || !state.driver ? [8, 6] : []);
    c.strokeRect(face.x * SCALE, face.y * SCALE, face.w * SCALE, face.h * SCALE);
    c.setLineDash([]);
    c.fillStyle = "#ffffff";
    for (const [i, x] of lm.x.entries()) {
      c.beginPath();
      c.arc(x * SCALE, (lm.y[i] ?? 0) * SCALE, 3, 0, 2 * Math.PI);
      c.fill();
    }
  }
  c.lineWidth = 1.5;
  c.strokeStyle = state.eyes.shut ? COLOURS.drowsy : "#ffffff";
  if (roi) c.strokeRect(roi.x * SCALE, roi.y * SCALE, roi.w * SCALE, roi.w * SCALE);
  c.strokeStyle = "#f5d442";
  if (square) c.strokeRect(square.x * SCALE, square.y * SCALE, square.w * SCALE, square.w * SCALE);
}

/** The score as a bar along the bottom, with a tick at the trigger. */
function drawRisk(c: SKRSContext2D, { state, status, trained }: View): void {
  const top = ANNOTATED_PX - BAR_PX;
  c.fillStyle = "#000000a0";
  c.fillRect(0, top, ANNOTATED_PX, BAR_PX);
  c.fillStyle = COLOURS[status];
  c.fillRect(0, top, (trained ? state.risk.score : 0) * ANNOTATED_PX, BAR_PX);
  c.fillStyle = "#ffffff";
  c.fillRect(state.risk.trigger * ANNOTATED_PX - 1, top - 4, 2, BAR_PX + 4);
}

function drawWords(c: SKRSContext2D, { state, status, trained }: View): void {
  c.font = "600 20px sans-serif";
  const label = status.toUpperCase();
  const width = c.measureText(label).width + 20;
  c.fillStyle = COLOURS[status];
  c.fillRect(0, 0, width, 32);
  c.fillStyle = "#10151c";
  c.fillText(label, 10, 23);
  c.font = "15px sans-serif";
  const risk = trained ? state.risk.score.toFixed(2) : "unknown: no trained model";
  const words = [`risk ${risk}`, `streak ${state.risk.streak}/${state.risk.required}`];
  if (state.presence.absent_s > 0) words.push(`absent ${state.presence.absent_s.toFixed(1)} s`);
  if (state.face.reject !== "ok") words.push(`refused: ${state.face.reject}`);
  const text = words.join("   ");
  c.fillStyle = "#000000a0";
  c.fillRect(0, ANNOTATED_PX - BAR_PX - 28, c.measureText(text).width + 20, 24);
  c.fillStyle = "#ffffff";
  c.fillText(text, 10, ANNOTATED_PX - BAR_PX - 11);
}
