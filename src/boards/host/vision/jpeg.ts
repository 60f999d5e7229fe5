import { createCanvas, ImageData } from "@napi-rs/canvas";
import { FRAME_SIDE_PX } from "../../../constants";
import type { PixelCore } from "./core";

/** Makes JPEGs of 240x240 RGB565 frames. Keeps its buffers, so one per thread. */
export class JpegEncoder {
  #core: PixelCore;
  #canvas = createCanvas(FRAME_SIDE_PX, FRAME_SIDE_PX);
  #image = new ImageData(FRAME_SIDE_PX, FRAME_SIDE_PX);
  #mirrored = new Uint8Array(FRAME_SIDE_PX * FRAME_SIDE_PX * 2);

  constructor(core: PixelCore) {
    this.#core = core;
  }

  /** `quality` 10-95; `mirror` gives the selfie view. The bytes are the caller's alone. */
  encode(frame: Uint8Array, quality: number, mirror: boolean): Uint8Array<ArrayBuffer> {
    let pixels = frame;
    if (mirror) {
      pixels = this.#mirrored;
      this.#core.orient(frame, FRAME_SIDE_PX, FRAME_SIDE_PX, pixels, this.#core.MIRROR);
    }
    this.#core.convert(pixels, FRAME_SIDE_PX, FRAME_SIDE_PX, this.#image.data as Uint8ClampedArray, 4);
    this.#canvas.getContext("2d").putImageData(this.#image, 0, 0);
    return new Uint8Array(this.#canvas.encodeSync("jpeg", quality));
  }
}
