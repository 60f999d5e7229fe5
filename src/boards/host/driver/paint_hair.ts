/** Hair on the scalp, strand by strand, and a ragged hairline. */
import { headTexel, TEXELS_PER_MM } from "./atlas";
import { css, type FaceBrush, scale } from "./brush";
import { hairline } from "./hair_shape";
import type { Person } from "./person";
import { between, type Random } from "./random";

export function paintHair(brush: FaceBrush, who: Person, rand: Random): void {
  const { ctx } = brush;
  ctx.save();
  ctx.beginPath();
  for (let step = 0; step <= 240; step += 1) {
    const theta = ((step / 240) * 2 - 1) * Math.PI;
    const [u, v] = headTexel(theta, hairline(theta, who.style) - 4 + between(rand, -1.6, 1.6));
    if (step === 0) ctx.moveTo(u, v);
    else ctx.lineTo(u, v);
  }
  ctx.lineTo(2000, -10);
  ctx.lineTo(-10, -10);
  ctx.closePath();
  ctx.filter = "blur(3px)";
  ctx.fillStyle = css(scale(who.hair, 0.72), who.style === "cropped" ? 0.86 : 0.98);
  ctx.fill();
  ctx.filter = "none";
  const count = who.style === "cropped" ? 9000 : 7000;
  for (let strand = 0; strand < count; strand += 1) paintStrand(brush, who, rand);
  paintSheen(brush, who);
  ctx.restore();
}

function paintStrand(brush: FaceBrush, who: Person, rand: Random): void {
  const { ctx } = brush;
  const theta = between(rand, -Math.PI, Math.PI);
  const line = hairline(theta, who.style);
  const y = line + 1.5 - (line + 122) * rand() ** 1.3;
  const length = who.style === "cropped" ? between(rand, 2, 4.5) : between(rand, 9, 26);
  const lean = slant(theta, who) + between(rand, -0.22, 0.22);
  const [u, v] = headTexel(theta, y);
  const light = between(rand, 0.35, 1.75);
  ctx.strokeStyle = css(scale(who.hair, light), between(rand, 0.25, 0.8));
  ctx.lineWidth = between(rand, 0.5, 1.3);
  ctx.beginPath();
  ctx.moveTo(u, v);
  const reach = length * TEXELS_PER_MM;
  ctx.quadraticCurveTo(u + lean * reach * 0.3, v - reach * 0.5, u + lean * reach, v - reach);
  ctx.stroke();
}

/** How far a strand leans sideways on its way up: combed to one side, back, or away from a parting. */
function slant(theta: number, who: Person): number {
  if (who.style === "short") return 0.75 * Math.cos(theta);
  if (who.style === "long") return -1.1 * Math.sin(theta * 0.9);
  return 0.12 * Math.sin(theta * 5 + who.seed);
}

/** The band of light that combed hair throws back. */
function paintSheen(brush: FaceBrush, who: Person): void {
  if (who.style === "cropped") return;
  for (const [x, y, rx] of [
    [-20, -88, 34],
    [26, -90, 30],
  ] as const)
    brush.spot(x, y, rx, 9, scale(who.hair, 2.6), 0.22);
}
