/** The painted atlas as linear light, with the grain of skin, hair and cloth. */
import { createCanvas } from "@napi-rs/canvas";
import { ATLAS_H, ATLAS_W } from "./atlas";
import { FaceBrush } from "./brush";
import { paintHair } from "./paint_hair";
import { paintEar, paintMouth, paintTorso } from "./paint_rest";
import { paintSkin } from "./paint_skin";
import type { Person } from "./person";
import { hash, random } from "./random";
import { LINEAR_ONE, SRGB_TO_LINEAR } from "./tone";

/** Red, green, blue of each texel, `LINEAR_ONE` = white; row by row, `ATLAS_W` x `ATLAS_H`. */
export function personTexture(who: Person): Uint16Array {
  const canvas = createCanvas(ATLAS_W, ATLAS_H);
  const ctx = canvas.getContext("2d");
  const rand = random(hash(who.seed, 0x5c1));
  const brush = new FaceBrush(ctx, who.face);
  paintSkin(brush, who, rand);
  paintHair(brush, who, rand);
  paintMouth(ctx);
  paintEar(ctx, who);
  paintTorso(ctx, who, rand);
  const { data } = ctx.getImageData(0, 0, ATLAS_W, ATLAS_H);
  const out = new Uint16Array(ATLAS_W * ATLAS_H * 3);
  const linear = SRGB_TO_LINEAR;
  const white = LINEAR_ONE;
  let coarse = 0;
  for (let texel = 0; texel < ATLAS_W * ATLAS_H; texel += 1) {
    coarse = coarse * 0.6 + (rand() - 0.5) * 0.4;
    const grain = 1 + coarse * 0.16 + (rand() - 0.5) * 0.05;
    for (let channel = 0; channel < 3; channel += 1)
      out[texel * 3 + channel] = Math.min(white, linear[data[texel * 4 + channel]!]! * grain);
  }
  return out;
}
