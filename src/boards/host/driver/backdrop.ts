/** What is behind the driver: seat, roof, pillar, and the road going by behind the glass. Slightly out of focus. */
import { type Canvas, createCanvas, type SKRSContext2D } from "@napi-rs/canvas";
import { css, scale } from "./brush";
import type { Person, Rgb } from "./person";
import { FRAME_PX } from "./project";
import { between, hash, type Random, random } from "./random";

const STRIP_PX = 900;
/** How fast the side window's view goes by. */
const PASSING_PX_S = 46;

export class Backdrop {
  private readonly canvas = createCanvas(FRAME_PX, FRAME_PX);
  private readonly ctx = this.canvas.getContext("2d");
  private readonly strip: Canvas;
  private readonly cabin: Canvas;

  constructor(who: Person) {
    const rand = random(hash(who.seed, 0xbac));
    this.strip = scenery(who, rand);
    this.cabin = cabin(who, rand);
  }

  /** RGBA of the frame without a driver at `t_ms`; `bright` scales the view outside. */
  draw(t_ms: number, bright: number): Uint8ClampedArray {
    const { ctx } = this;
    const offset = ((t_ms / 1000) * PASSING_PX_S) % STRIP_PX;
    ctx.globalAlpha = 1;
    ctx.drawImage(this.strip, -offset, 0);
    if (offset > STRIP_PX - FRAME_PX) ctx.drawImage(this.strip, STRIP_PX - offset, 0);
    ctx.fillStyle = bright < 1 ? "rgb(0,0,0)" : "rgb(255,255,255)";
    ctx.globalAlpha = Math.min(0.5, Math.abs(bright - 1));
    ctx.fillRect(0, 0, FRAME_PX, FRAME_PX);
    ctx.globalAlpha = 1;
    ctx.drawImage(this.cabin, 0, 0);
    return ctx.getImageData(0, 0, FRAME_PX, FRAME_PX).data;
  }
}

function scenery(who: Person, rand: Random): Canvas {
  const canvas = createCanvas(STRIP_PX, FRAME_PX);
  const ctx = canvas.getContext("2d");
  const sky = ctx.createLinearGradient(0, 0, 0, 150);
  sky.addColorStop(0, "rgb(176,198,216)");
  sky.addColorStop(1, "rgb(222,226,220)");
  ctx.fillStyle = sky;
  ctx.fillRect(0, 0, STRIP_PX, FRAME_PX);
  ctx.filter = "blur(3px)";
  const ground: Rgb = who.scenery === "city" ? [112, 110, 106] : [110, 122, 76];
  ctx.fillStyle = css(ground);
  ctx.fillRect(-10, 128, STRIP_PX + 20, 120);
  // what stands near the ends is left out, so that the strip joins itself
  for (let x = 30; x < STRIP_PX - 50; x += between(rand, 14, 46)) {
    const tall = between(rand, 24, 96);
    const tone = between(rand, 0.6, 1.1);
    if (who.scenery === "city") {
      ctx.fillStyle = css(scale([136, 132, 128], tone));
      ctx.fillRect(x, 132 - tall, between(rand, 18, 44), tall);
    } else {
      ctx.fillStyle = css(scale(who.scenery === "trees" ? [64, 84, 48] : [126, 134, 84], tone));
      ctx.beginPath();
      ctx.ellipse(x, 132 - tall * 0.4, between(rand, 12, 26), tall * (who.scenery === "trees" ? 0.6 : 0.25), 0, 0, 7);
      ctx.fill();
    }
  }
  return canvas;
}

/** Everything inside the car but the driver; the windows are left transparent. */
function cabin(who: Person, rand: Random): Canvas {
  const canvas = createCanvas(FRAME_PX, FRAME_PX);
  const ctx = canvas.getContext("2d");
  ctx.filter = "blur(1.6px)";
  const inner = ctx.createLinearGradient(0, 0, 0, FRAME_PX);
  inner.addColorStop(0, "rgb(142,138,132)");
  inner.addColorStop(0.16, "rgb(112,109,105)");
  inner.addColorStop(1, "rgb(46,45,46)");
  ctx.fillStyle = inner;
  ctx.fillRect(-8, -8, FRAME_PX + 16, FRAME_PX + 16);
  const mirrored = who.key_side > 0;
  ctx.save();
  if (mirrored) {
    ctx.translate(FRAME_PX, 0);
    ctx.scale(-1, 1);
  }
  paintWindows(ctx);
  ctx.restore();
  paintSeat(ctx, rand);
  return canvas;
}

function paintWindows(ctx: SKRSContext2D): void {
  const pane = (points: readonly (readonly [number, number])[]) => {
    ctx.beginPath();
    points.forEach(([x, y], at) => {
      if (at === 0) ctx.moveTo(x, y);
      else ctx.lineTo(x, y);
    });
    ctx.closePath();
    ctx.globalCompositeOperation = "destination-out";
    ctx.fillStyle = "rgba(0,0,0,0.94)";
    ctx.fill();
    ctx.globalCompositeOperation = "source-over";
    ctx.strokeStyle = "rgb(34,33,34)";
    ctx.lineWidth = 3.5;
    ctx.stroke();
  };
  pane([
    [-10, 36],
    [38, 30],
    [46, 136],
    [-10, 150],
  ]);
  pane([
    [172, 44],
    [250, 50],
    [250, 122],
    [176, 118],
  ]);
  ctx.fillStyle = "rgb(74,72,70)";
  ctx.fillRect(47, 26, 13, 130);
}

function paintSeat(ctx: SKRSContext2D, rand: Random): void {
  const tone = Math.round(between(rand, 44, 66));
  const hide: Rgb = [tone, tone * 0.97, tone * 0.96];
  const lit = ctx.createLinearGradient(50, 0, 190, 0);
  lit.addColorStop(0, css(scale(hide, 1.35)));
  lit.addColorStop(0.5, css(hide));
  lit.addColorStop(1, css(scale(hide, 0.8)));
  ctx.strokeStyle = "rgb(150,150,152)";
  ctx.lineWidth = 5;
  for (const x of [106, 134]) {
    ctx.beginPath();
    ctx.moveTo(x, 96);
    ctx.lineTo(x, 132);
    ctx.stroke();
  }
  ctx.fillStyle = lit;
  ctx.beginPath();
  ctx.roundRect(76, 36, 88, 70, 22);
  ctx.fill();
  ctx.beginPath();
  ctx.roundRect(40, 124, 160, 150, 40);
  ctx.fill();
  ctx.strokeStyle = css(scale(hide, 0.6));
  ctx.lineWidth = 2;
  for (const x of [72, 168]) {
    ctx.beginPath();
    ctx.moveTo(x, 132);
    ctx.quadraticCurveTo(x + (x < 120 ? 10 : -10), 190, x, 250);
    ctx.stroke();
  }
  ctx.beginPath();
  ctx.roundRect(84, 44, 72, 54, 16);
  ctx.stroke();
}
