/** Tensors and eye crops as pictures: every value a square of its own, nothing smoothed. */
import { type Canvas, createCanvas, ImageData, type SKRSContext2D } from "@napi-rs/canvas";
import type { Grey, View } from "../engine/view";

/**
 * Side of one tensor value, px: that of a JPEG block, so that each block is one flat grey and the picture keeps every
 * value to within a level or two.
 */
export const VALUE_PX = 8;
const QUALITY = 95;
/** Side of a panel without a crop. */
const EMPTY_SIDE = 32;
const GAP_PX = 16;
const BACKDROP = "#10151c";
const EMPTY = "#2a333f";

function drawGrey(c: SKRSContext2D, { pixels, side }: Grey, left: number): void {
  const small = createCanvas(side, side);
  const image = new ImageData(side, side);
  for (let i = 0; i < side * side; i += 1) image.data.fill(pixels[i]!, 4 * i, 4 * i + 3);
  for (let i = 3; i < image.data.length; i += 4) image.data[i] = 255;
  small.getContext("2d").putImageData(image, 0, 0);
  c.imageSmoothingEnabled = false;
  c.drawImage(small, left, 0, side * VALUE_PX, side * VALUE_PX);
}

/** Says without letters that there is nothing to show: a struck-out panel. */
function drawEmpty(c: SKRSContext2D, side: number, left: number): void {
  const px = side * VALUE_PX;
  c.fillStyle = EMPTY;
  c.fillRect(left, 0, px, px);
  c.strokeStyle = "#4a5768";
  c.lineWidth = 3;
  c.beginPath();
  c.moveTo(left + px * 0.35, px * 0.35);
  c.lineTo(left + px * 0.65, px * 0.65);
  c.moveTo(left + px * 0.65, px * 0.35);
  c.lineTo(left + px * 0.35, px * 0.65);
  c.stroke();
}

function draw(c: SKRSContext2D, crop: Grey | null, side: number, left: number): void {
  if (crop) drawGrey(c, crop, left);
  else drawEmpty(c, side, left);
}

/** The exact tensor the mode's model received last, 8 px a value, as one JPEG. */
export class TensorPicture {
  #canvas: Canvas = createCanvas(EMPTY_SIDE * VALUE_PX, EMPTY_SIDE * VALUE_PX);

  jpeg({ tensor, square }: View): Uint8Array {
    const side = tensor?.side ?? (square ? 64 : EMPTY_SIDE);
    if (this.#canvas.width !== side * VALUE_PX) this.#canvas = createCanvas(side * VALUE_PX, side * VALUE_PX);
    draw(this.#canvas.getContext("2d"), tensor, side, 0);
    return this.#canvas.encodeSync("jpeg", QUALITY);
  }
}

/** The last crop of each eye beside each other, image left on the left, as one JPEG. */
export class EyesPicture {
  readonly #side_px = EMPTY_SIDE * VALUE_PX;
  readonly #canvas = createCanvas(2 * EMPTY_SIDE * VALUE_PX + GAP_PX, EMPTY_SIDE * VALUE_PX);

  jpeg({ eyes }: View): Uint8Array {
    const c = this.#canvas.getContext("2d");
    c.fillStyle = BACKDROP;
    c.fillRect(0, 0, this.#canvas.width, this.#canvas.height);
    draw(c, eyes.left, EMPTY_SIDE, 0);
    draw(c, eyes.right, EMPTY_SIDE, this.#side_px + GAP_PX);
    return this.#canvas.encodeSync("jpeg", QUALITY);
  }
}
