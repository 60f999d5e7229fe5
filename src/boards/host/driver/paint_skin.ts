/** The colour of the face: tone, blush, creases, nostrils, lips, brows, beard shadow. Light is not painted here. */
import { ATLAS_W } from "./atlas";
import { css, type FaceBrush, mix, scale } from "./brush";
import { MOUTH_HALF_MM, MOUTH_Y_MM } from "./head_shape";
import type { Person, Rgb } from "./person";
import { between, type Random } from "./random";

const BLOOD: Rgb = [176, 62, 52];

/** Paints the bare face; hair comes on top. */
export function paintSkin(brush: FaceBrush, who: Person, rand: Random): void {
  const { ctx } = brush;
  const deep = scale(who.skin, 0.62);
  const shade: Rgb = mix(scale(who.skin, 0.5), BLOOD, 0.16);
  ctx.fillStyle = css(who.skin);
  ctx.fillRect(0, 0, ATLAS_W, 488);
  for (let blotch = 0; blotch < 90; blotch += 1) {
    const tone = rand() < 0.5 ? mix(who.skin, BLOOD, 0.35) : scale(who.skin, rand() < 0.5 ? 1.12 : 0.85);
    brush.spot(between(rand, -66, 66), between(rand, -90, 114), between(rand, 4, 15), between(rand, 4, 13), tone, 0.16);
  }
  brush.spots(40, 30, 24, 20, BLOOD, 0.17);
  brush.spot(0, 42, 14, 12, BLOOD, 0.2);
  brush.spot(0, 101, 20, 12, BLOOD, 0.1);
  brush.spot(0, -45, 46, 26, scale(who.skin, 1.12), 0.3);
  brush.spots(30, 0, 21, 14, mix(deep, [92, 60, 84], 0.2), 0.42);
  brush.spots(17, 0, 8, 13, shade, 0.42);
  brush.spots(27, 13, 15, 6, mix(deep, [86, 62, 96], 0.4), 0.22);
  paintBeard(brush, who, rand);
  paintCreases(brush, shade, rand);
  paintNose(brush, who, shade);
  paintLips(brush, who, rand);
  for (const side of [-1, 1] as const) paintBrow(brush, who, side, rand);
  paintPores(brush, who, rand);
}

function paintBeard(brush: FaceBrush, who: Person, rand: Random): void {
  if (who.stubble === 0) return;
  const tone = mix(who.hair, [70, 74, 80], 0.4);
  const bristle = (x: number, y: number) =>
    brush.stroke(
      [
        [x, y],
        [x + between(rand, -0.4, 0.4), y + 0.9],
      ],
      0.32,
      who.hair,
      0.5 * who.stubble,
    );
  brush.spot(0, 100, 52, 24, tone, 0.3 * who.stubble);
  brush.spots(46, 84, 22, 32, tone, 0.26 * who.stubble);
  brush.spot(0, 56, 24, 6, tone, 0.26 * who.stubble);
  for (let hair = 0; hair < 2600; hair += 1) {
    const x = between(rand, -64, 64);
    const y = between(rand, 52, 116);
    const lip = Math.abs(x) < 27 && y > 60 && y < 84;
    const cheek = y < 84 - 0.5 * (Math.abs(x) - 24) && Math.abs(x) > 24 && Math.abs(x) < 54;
    if (!lip && !cheek) bristle(x, y);
  }
}

function paintCreases(brush: FaceBrush, shade: Rgb, rand: Random): void {
  const age = between(rand, 0.5, 1);
  for (const side of [-1, 1]) {
    brush.crease(
      [
        [17 * side, 42],
        [23 * side, 52],
        [27.5 * side, 61],
      ],
      1.5,
      shade,
      0.36 * age,
    );
    for (let line = 0; line < 3; line += 1) {
      const y = -5 + line * 4;
      brush.crease(
        [
          [49 * side, y],
          [55 * side, y - 2 + line * 2],
        ],
        0.6,
        shade,
        0.2 * age,
      );
    }
  }
  for (let line = 0; line < 3; line += 1) {
    const y = -34 - line * 9 + between(rand, -1, 1);
    const points = [-36, -18, 0, 18, 36].map((x) => [x, y + between(rand, -0.8, 0.8) + 0.002 * x * x] as const);
    brush.crease(points, 0.9, shade, 0.13 * age);
  }
  brush.crease(
    [
      [-15, 85.5],
      [-6, 87.5],
      [6, 87.5],
      [15, 85.5],
    ],
    2.4,
    shade,
    0.3,
  );
  brush.spot(0, 57, 3, 6, shade, 0.2);
  brush.spot(0, 114, 40, 6, shade, 0.4);
}

function paintNose(brush: FaceBrush, who: Person, shade: Rgb): void {
  const dark = mix(scale(who.skin, 0.12), [40, 8, 6], 0.5);
  brush.spot(0, 22, 5, 24, scale(who.skin, 1.2), 0.32);
  brush.spot(0, 40, 7, 6, scale(who.skin, 1.25), 0.3);
  brush.spots(10, 26, 7, 18, shade, 0.2);
  for (const side of [-1, 1]) {
    brush.crease(
      [
        [14 * side, 36],
        [18.5 * side, 40],
        [19 * side, 45],
        [15 * side, 49],
      ],
      1.3,
      shade,
      0.5,
    );
    brush.spot(8.4 * side, 48, 5.8, 3, dark, 0.9);
    brush.spot(9 * side, 48, 3.6, 2, dark, 0.8);
  }
  brush.spot(0, 51, 15, 3, shade, 0.45);
}

function paintLips(brush: FaceBrush, who: Person, rand: Random): void {
  const { ctx } = brush;
  const half = MOUTH_HALF_MM;
  const tone = mix(scale(who.skin, 0.78), BLOOD, who.style === "long" || who.style === "tied" ? 0.5 : 0.34);
  const full = who.face.lips;
  const top = MOUTH_Y_MM - 8.2 * full;
  const low = MOUTH_Y_MM + 10.2 * full;
  const outline: (readonly [number, number])[] = [
    [-half, MOUTH_Y_MM + 0.4],
    [-15, top + 3.6],
    [-6, top],
    [0, top + 2],
    [6, top],
    [15, top + 3.6],
    [half, MOUTH_Y_MM + 0.4],
    [16, low - 3],
    [6, low],
    [-6, low],
    [-16, low - 3],
  ];
  ctx.save();
  brush.outline(outline);
  ctx.filter = "blur(1.6px)";
  ctx.fillStyle = css(tone, 0.92);
  ctx.fill();
  ctx.filter = "none";
  brush.outline(outline);
  ctx.clip();
  brush.spot(0, top + 4, 24, 5, scale(tone, 0.72), 0.55);
  brush.spot(0, MOUTH_Y_MM + 5, 15, 4, scale(tone, 1.28), 0.5);
  for (let line = 0; line < 130; line += 1) {
    const x = between(rand, -half, half);
    const y = between(rand, top, low - 3);
    const color = rand() < 0.6 ? scale(tone, 0.72) : scale(tone, 1.2);
    brush.stroke(
      [
        [x, y],
        [x * 1.02 + between(rand, -0.4, 0.4), y + between(rand, 1.5, 4)],
      ],
      0.35,
      color,
      0.25,
    );
  }
  ctx.restore();
  const parting = [-25, -18, -9, -3, 0, 3, 9, 18, 25].map(
    (x) => [x, MOUTH_Y_MM + (Math.abs(x) < 4 ? 0.5 : 0)] as const,
  );
  brush.crease(parting, 1.1, scale(tone, 0.2), 0.85);
  brush.spots(25, MOUTH_Y_MM + 0.4, 3.4, 2.6, scale(who.skin, 0.35), 0.55);
}

function paintBrow(brush: FaceBrush, who: Person, side: -1 | 1, rand: Random): void {
  const tone = scale(mix(who.hair, [30, 22, 18], 0.35), 0.9);
  const path = (s: number) => {
    const x = 12 + 37 * s;
    const y = -16.5 - 7.5 * Math.sin(Math.PI * Math.min(1, s * 0.78) ** 1.15) + 2.5 * s;
    return [x, y, 8 * (1 - s) ** 0.55 * who.face.brow + 1.2] as const;
  };
  for (let s = 0; s < 1; s += 0.06) {
    const [x, y, thick] = path(s);
    brush.spot(side * x, y, 4.6, thick * 0.72, tone, 0.36);
  }
  for (let hair = 0; hair < 300; hair += 1) {
    const s = rand() ** 1.1;
    const [x, y, thick] = path(s);
    const from = y + (rand() - 0.5) * thick;
    const lean = 1.2 + 3.4 * s;
    const rise = (2.8 - 4.2 * s) * between(rand, 0.5, 1.2);
    const points = [
      [side * x, from + rise * 0.5],
      [side * (x + lean), from - rise * 0.5],
    ] as const;
    brush.stroke(points, 0.36, rand() < 0.8 ? tone : scale(tone, 1.5), 0.75);
  }
}

function paintPores(brush: FaceBrush, who: Person, rand: Random): void {
  const freckles = who.skin[0] > 210 ? 46 : 10;
  for (let mark = 0; mark < freckles; mark += 1)
    brush.spot(
      between(rand, -50, 50),
      between(rand, -10, 60),
      1.1,
      1.1,
      scale(who.skin, 0.6),
      between(rand, 0.1, 0.32),
    );
  for (let pore = 0; pore < 2600; pore += 1) {
    const x = between(rand, -62, 62);
    brush.spot(x, between(rand, -70, 112), 0.9, 0.9, scale(who.skin, rand() < 0.62 ? 0.6 : 1.3), 0.15);
  }
}
