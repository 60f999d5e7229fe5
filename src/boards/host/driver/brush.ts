/** Painting in millimetres: a canvas context whose strokes and soft spots are placed on the face. */
import type { SKRSContext2D } from "@napi-rs/canvas";
import { headTexel, TEXELS_PER_MM } from "./atlas";
import { angleAt } from "./head_shape";
import type { FaceShape, Rgb } from "./person";

export function css(color: Rgb, alpha = 1): string {
  return `rgba(${Math.round(color[0])},${Math.round(color[1])},${Math.round(color[2])},${alpha.toFixed(4)})`;
}

export function mix(from: Rgb, to: Rgb, share: number): Rgb {
  return [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
    from[2] + (to[2] - from[2]) * share,
  ];
}

export function scale(color: Rgb, by: number): Rgb {
  return [Math.min(255, color[0] * by), Math.min(255, color[1] * by), Math.min(255, color[2] * by)];
}

export class FaceBrush {
  constructor(
    readonly ctx: SKRSContext2D,
    private readonly face: FaceShape,
  ) {}

  /** Texel of the point of the face at `x`, `y` millimetres. */
  texel(x: number, y: number): [u: number, v: number] {
    return headTexel(angleAt(x, y, this.face), y);
  }

  /** A spot of `color` that fades from `alpha` in its middle to nothing at its edge. */
  spot(x: number, y: number, rx: number, ry: number, color: Rgb, alpha: number): void {
    const { ctx } = this;
    const [u, v] = this.texel(x, y);
    ctx.save();
    ctx.translate(u, v);
    ctx.scale(rx * TEXELS_PER_MM, ry * TEXELS_PER_MM);
    const fade = ctx.createRadialGradient(0, 0, 0, 0, 0, 1);
    for (const [stop, share] of [
      [0, 1],
      [0.35, 0.78],
      [0.7, 0.26],
      [1, 0],
    ] as const)
      fade.addColorStop(stop, css(color, alpha * share));
    ctx.fillStyle = fade;
    ctx.fillRect(-1, -1, 2, 2);
    ctx.restore();
  }

  /** The same spot on both halves of the face. */
  spots(x: number, y: number, rx: number, ry: number, color: Rgb, alpha: number): void {
    this.spot(-x, y, rx, ry, color, alpha);
    this.spot(x, y, rx, ry, color, alpha);
  }

  /** A stroke through `points` (x, y in millimetres), `width` millimetres wide. */
  stroke(points: readonly (readonly [number, number])[], width: number, color: Rgb, alpha: number): void {
    const { ctx } = this;
    ctx.beginPath();
    points.forEach(([x, y], at) => {
      const [u, v] = this.texel(x, y);
      if (at === 0) ctx.moveTo(u, v);
      else ctx.lineTo(u, v);
    });
    ctx.lineWidth = width * TEXELS_PER_MM;
    ctx.lineCap = "round";
    ctx.lineJoin = "round";
    ctx.strokeStyle = css(color, alpha);
    ctx.stroke();
  }

  /** A soft crease: the same stroke wide and faint, then narrow. */
  crease(points: readonly (readonly [number, number])[], width: number, color: Rgb, alpha: number): void {
    for (const [wide, share] of [
      [3, 0.22],
      [1.8, 0.35],
      [0.8, 0.55],
    ] as const)
      this.stroke(points, width * wide, color, alpha * share);
  }

  /** The closed outline through `points`, smoothed. */
  outline(points: readonly (readonly [number, number])[]): void {
    const { ctx } = this;
    const at = (index: number) => {
      const [x, y] = points[(index + points.length) % points.length]!;
      return this.texel(x, y);
    };
    const middle = (a: [number, number], b: [number, number]) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] as const;
    ctx.beginPath();
    ctx.moveTo(...middle(at(-1), at(0)));
    for (let index = 0; index < points.length; index += 1)
      ctx.quadraticCurveTo(...at(index), ...middle(at(index), at(index + 1)));
    ctx.closePath();
  }
}
