/** What both charts share: a sharp canvas, a grid from 0 to 1, a curve. */

export const MARGIN = { left: 34, right: 10, top: 22, bottom: 18 };

/** @param {string} name of a custom property */
export function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/**
 * Clears a canvas at the screen's own resolution and draws the grid of a 0-1 axis.
 * @param {HTMLCanvasElement} canvas @param {number} [top] px kept free for words above the plot
 */
export function begin(canvas, top = MARGIN.top) {
  const ratio = window.devicePixelRatio || 1;
  const width = canvas.clientWidth;
  // The attribute changes with the resolution below: what the page asked for is kept beside it.
  canvas.dataset["height"] ??= `${canvas.height}`;
  const h = Number(canvas.dataset["height"]);
  canvas.style.height = `${h}px`;
  const [w_px, h_px] = [Math.round(width * ratio), Math.round(h * ratio)];
  if (canvas.width !== w_px || canvas.height !== h_px) {
    canvas.width = w_px;
    canvas.height = h_px;
  }
  const c = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  c.setTransform(ratio, 0, 0, ratio, 0, 0);
  c.clearRect(0, 0, width, h);
  c.font = "12px system-ui, sans-serif";
  const plot = { c, x0: MARGIN.left, x1: width - MARGIN.right, y0: h - MARGIN.bottom, y1: top };
  for (const value of [0, 0.5, 1]) {
    const y = plot.y0 + (plot.y1 - plot.y0) * value;
    line(plot, plot.x0, y, plot.x1, y, colour("--line"));
    c.fillStyle = colour("--soft");
    c.fillText(value.toFixed(1), 6, y + 4);
  }
  return plot;
}

/** @typedef {ReturnType<typeof begin>} Plot */

/** @param {Plot} plot @param {number} value 0-1 */
export const yOf = (plot, value) => plot.y0 + (plot.y1 - plot.y0) * value;

/**
 * @param {Plot} plot @param {number} x0 @param {number} y0 @param {number} x1 @param {number} y1
 * @param {string} stroke @param {number[]} [dash]
 */
export function line({ c }, x0, y0, x1, y1, stroke, dash = []) {
  c.strokeStyle = stroke;
  c.lineWidth = 1;
  c.setLineDash(dash);
  c.beginPath();
  c.moveTo(x0, y0);
  c.lineTo(x1, y1);
  c.stroke();
  c.setLineDash([]);
}

/**
 * @param {Plot} plot @param {readonly (number | null)[]} values null leaves a hole
 * @param {(i: number) => number} xOf @param {string} stroke @param {number} [width]
 */
export function curve(plot, values, xOf, stroke, width = 2) {
  const { c } = plot;
  c.strokeStyle = stroke;
  c.lineWidth = width;
  c.lineJoin = "round";
  c.beginPath();
  let down = false;
  for (const [i, value] of values.entries()) {
    if (value === null) {
      down = false;
      continue;
    }
    if (down) c.lineTo(xOf(i), yOf(plot, value));
    else c.moveTo(xOf(i), yOf(plot, value));
    down = true;
  }
  c.stroke();
}

/**
 * A mark with a word; words that would lie on each other or leave the plot are moved to the left.
 * @param {Plot} plot @param {number} x @param {string} text @param {string} fill @param {number} [y] of the word
 */
export function mark(plot, x, text, fill, y = 14) {
  const { c } = plot;
  line(plot, x, y + 3, x, plot.y0, fill, [3, 3]);
  c.fillStyle = fill;
  c.fillText(text, Math.min(x + 3, plot.x1 - c.measureText(text).width), y);
}
