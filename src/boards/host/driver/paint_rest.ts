/** The colour of what is not face: inside of the mouth, ears, spectacle frame, neck and clothes. */
import type { SKRSContext2D } from "@napi-rs/canvas";
import {
  ATLAS_W,
  earTexel,
  FRAME_TEXEL,
  mouthTexel,
  TEXELS_PER_MM,
  TORSO_BOTTOM_MM,
  TORSO_TOP_MM,
  torsoTexel,
} from "./atlas";
import { css, mix, scale } from "./brush";
import type { Person } from "./person";
import { torsoAt } from "./person_mesh";
import { between, type Random } from "./random";

export function paintMouth(ctx: SKRSContext2D): void {
  const [left, top] = mouthTexel(-30, -2);
  const [right, bottom] = mouthTexel(30, 52);
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, top, right - left, bottom - top);
  ctx.clip();
  ctx.fillStyle = "rgb(30,9,9)";
  ctx.fillRect(left, top, right - left, bottom - top);
  const tongue = ctx.createRadialGradient(...mouthTexel(0, 38), 4, ...mouthTexel(0, 38), 40);
  tongue.addColorStop(0, "rgba(150,66,64,1)");
  tongue.addColorStop(0.7, "rgba(104,38,38,0.8)");
  tongue.addColorStop(1, "rgba(30,9,9,0)");
  ctx.fillStyle = tongue;
  ctx.beginPath();
  ctx.ellipse(...mouthTexel(0, 38), 36, 34, 0, 0, 2 * Math.PI);
  ctx.fill();
  for (let tooth = -5; tooth <= 5; tooth += 1) {
    const wide = 7.6 - Math.abs(tooth) * 0.55;
    const x = Math.sign(tooth) * (Math.abs(tooth) - 0.5) * 6.8;
    if (tooth === 0) continue;
    const [u, v] = mouthTexel(x - wide / 2, -1);
    const glow = 1 - Math.abs(tooth) * 0.13;
    ctx.fillStyle = css(scale([196, 186, 166], glow));
    ctx.beginPath();
    ctx.roundRect(u, v, wide * TEXELS_PER_MM - 1, (8.4 - Math.abs(tooth) * 0.6) * TEXELS_PER_MM, 4);
    ctx.fill();
  }
  const shadow = ctx.createLinearGradient(0, top, 0, top + 22);
  shadow.addColorStop(0, "rgba(20,4,4,0.75)");
  shadow.addColorStop(1, "rgba(20,4,4,0)");
  ctx.fillStyle = shadow;
  ctx.fillRect(left, top, right - left, 22);
  ctx.restore();
}

export function paintEar(ctx: SKRSContext2D, who: Person): void {
  const [left, top] = earTexel(0, 0);
  const [right, bottom] = earTexel(1, 1);
  const red = mix(who.skin, [182, 70, 58], 0.22);
  ctx.fillStyle = css(red);
  ctx.fillRect(left - 4, top - 2, right - left + 8, bottom - top + 4);
  ctx.fillStyle = css(scale(red, 0.42), 0.7);
  ctx.filter = "blur(4px)";
  ctx.beginPath();
  ctx.ellipse(...earTexel(0.35, 0.48), 15, 26, 0, 0, 2 * Math.PI);
  ctx.fill();
  ctx.filter = "blur(2px)";
  ctx.strokeStyle = css(scale(red, 0.5), 0.7);
  ctx.lineWidth = 4;
  ctx.beginPath();
  ctx.ellipse(...earTexel(0.3, 0.42), 34, 38, 0, -1.4, 1.2);
  ctx.stroke();
  ctx.filter = "none";
  const [u, v] = FRAME_TEXEL;
  ctx.fillStyle = "rgb(26,24,26)";
  ctx.fillRect(u - 8, v - 8, 16, 16);
}

export function paintTorso(ctx: SKRSContext2D, who: Person, rand: Random): void {
  const [, top] = torsoTexel(0, TORSO_TOP_MM);
  const [, bottom] = torsoTexel(0, TORSO_BOTTOM_MM);
  ctx.save();
  ctx.beginPath();
  ctx.rect(0, top, ATLAS_W, bottom - top);
  ctx.clip();
  paintCloth(ctx, who, top, bottom, rand);
  const neck = (open: number) => {
    ctx.beginPath();
    ctx.moveTo(...torsoTexel(-1.57, 20));
    ctx.lineTo(...torsoTexel(-1.57, 150));
    const [u1, v1] = torsoTexel(-0.75, 163);
    const [u2, v2] = torsoTexel(0.75, 163);
    ctx.lineTo(u1, v1);
    ctx.quadraticCurveTo(...torsoTexel(0, 163 + open), u2, v2);
    ctx.lineTo(...torsoTexel(1.57, 150));
    ctx.lineTo(...torsoTexel(1.57, 20));
    ctx.closePath();
  };
  const open = who.neckline === "collar" ? 62 : 30;
  ctx.strokeStyle = css(scale(who.shirt, who.neckline === "collar" ? 1.3 : 0.8));
  ctx.lineWidth = who.neckline === "collar" ? 34 : 15;
  neck(open);
  ctx.stroke();
  ctx.strokeStyle = css(scale(who.shirt, 0.45), 0.8);
  ctx.lineWidth = 3;
  neck(open + 12);
  ctx.stroke();
  neck(open);
  ctx.fillStyle = css(scale(who.skin, 0.93));
  ctx.fill();
  ctx.save();
  ctx.clip();
  ctx.filter = "blur(5px)";
  ctx.strokeStyle = css(scale(who.skin, 0.6), 0.35);
  ctx.lineWidth = 7;
  for (const side of [-1, 1]) {
    ctx.beginPath();
    ctx.moveTo(...torsoTexel(side * 0.95, 100));
    ctx.lineTo(...torsoTexel(side * 0.14, 172));
    ctx.stroke();
  }
  ctx.restore();
  ctx.restore();
}

function paintCloth(ctx: SKRSContext2D, who: Person, top: number, bottom: number, rand: Random): void {
  ctx.fillStyle = css(who.shirt);
  ctx.fillRect(0, top, ATLAS_W, bottom - top);
  if (who.pattern === "stripes")
    for (let v = top; v < bottom; v += 26) {
      ctx.fillStyle = css(scale(who.shirt, 1.5), 0.6);
      ctx.fillRect(0, v, ATLAS_W, 9);
    }
  ctx.filter = "blur(9px)";
  for (let fold = 0; fold < 26; fold += 1) {
    const u = between(rand, 0, ATLAS_W);
    const v = between(rand, top + 150, bottom);
    ctx.strokeStyle = css(scale(who.shirt, rand() < 0.6 ? 0.55 : 1.35), 0.4);
    ctx.lineWidth = between(rand, 6, 16);
    ctx.beginPath();
    ctx.moveTo(u, v);
    ctx.quadraticCurveTo(u + between(rand, -40, 40), v + 30, u + between(rand, -70, 70), v + between(rand, 40, 120));
    ctx.stroke();
  }
  ctx.filter = "none";
  paintBelt(ctx, who.key_side);
}

/** The seat belt comes down over the shoulder at the window. */
function paintBelt(ctx: SKRSContext2D, side: number): void {
  const edge = (y: number, off: number) => {
    const x = side * (86 - (y - 156) * 0.62) + off;
    return torsoTexel(Math.asin(Math.max(-1, Math.min(1, x / torsoAt(y).half))), y);
  };
  const heights = Array.from({ length: 18 }, (_, step) => 158 + step * 10);
  const outline = [...heights.map((y) => edge(y, -21)), ...heights.reverse().map((y) => edge(y, 21))];
  ctx.fillStyle = "rgb(40,40,43)";
  ctx.beginPath();
  for (const [u, v] of outline) ctx.lineTo(u, v);
  ctx.closePath();
  ctx.fill();
}
