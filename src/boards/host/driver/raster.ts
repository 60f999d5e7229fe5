/** Fills triangles: depth buffer, nearest texel, light between the corners, eyes drawn sample by sample. */
import { ATLAS_H, ATLAS_W } from "./atlas";
import type { EyeShader } from "./eye";
import { MATERIAL, type Mesh } from "./mesh";
import { STRIDE } from "./stage";
import { LINEAR_MAX, LINEAR_ONE } from "./tone";

const NOTHING = -1e9;
// imported bindings are looked up anew at every use, which the inner loop cannot afford
const WIDE = ATLAS_W;
const TALL = ATLAS_H;
const WHITE = LINEAR_ONE;
const BRIGHTEST = LINEAR_MAX;
const NUMBERS = STRIDE;

export class Raster {
  /** Linear light of each sample (three channels, `LINEAR_ONE` = white), then 1 where a sample was drawn. */
  readonly color: Uint16Array;
  /** Depth of each sample, mm towards the camera. */
  private readonly depth: Float32Array;

  /** `size`: samples across and down. */
  constructor(
    readonly size: number,
    private readonly texture: Uint16Array,
  ) {
    this.depth = new Float32Array(size * size);
    this.color = new Uint16Array(size * size * 4);
  }

  clear(): void {
    this.depth.fill(NOTHING);
    this.color.fill(0);
  }

  /** Draws `mesh` as `stage` laid it out in `vertices`. */
  draw(mesh: Mesh, vertices: Float32Array, left: EyeShader, right: EyeShader): void {
    const { index, material, two_sided } = mesh;
    const eyes = [null, left, right];
    const plain = MATERIAL.texture;
    for (let triangle = 0; triangle < material.length; triangle += 1) {
      const a = index[triangle * 3]! * NUMBERS;
      const b = index[triangle * 3 + 1]! * NUMBERS;
      const c = index[triangle * 3 + 2]! * NUMBERS;
      const ax = vertices[a]!;
      const ay = vertices[a + 1]!;
      const area = (vertices[b]! - ax) * (vertices[c + 1]! - ay) - (vertices[c]! - ax) * (vertices[b + 1]! - ay);
      if (area > 1e-6 || (area < -1e-6 && two_sided[triangle] === 1)) {
        const kind = material[triangle]!;
        this.fill(vertices, a, b, c, 1 / area, kind === plain ? null : eyes[kind]!);
      }
    }
  }

  private fill(v: Float32Array, a: number, b: number, c: number, inverse: number, eye: EyeShader | null): void {
    const { size, depth, color, texture } = this;
    const ax = v[a]!;
    const ay = v[a + 1]!;
    const abx = v[b]! - ax;
    const aby = v[b + 1]! - ay;
    const acx = v[c]! - ax;
    const acy = v[c + 1]! - ay;
    const top = Math.max(0, Math.ceil(Math.min(ay, ay + aby, ay + acy) - 0.5));
    const bottom = Math.min(size - 1, Math.ceil(Math.max(ay, ay + aby, ay + acy) - 0.5) - 1);
    const left = Math.max(0, Math.ceil(Math.min(ax, ax + abx, ax + acx) - 0.5));
    const right = Math.min(size - 1, Math.ceil(Math.max(ax, ax + abx, ax + acx) - 0.5) - 1);
    if (top > bottom || left > right) return;
    // the weights of the corners b and c grow linearly over the picture: by this much a sample right, a sample down
    const bx = acy * inverse;
    const by = -acx * inverse;
    const cx = -aby * inverse;
    const cy = abx * inverse;
    const wx = -bx - cx;
    const ib = -1 / bx;
    const ic = -1 / cx;
    const ia = -1 / wx;
    const dz = slope(v, a, b, c, 2, bx, cx);
    const du = slope(v, a, b, c, 3, bx, cx);
    const dv = slope(v, a, b, c, 4, bx, cx);
    const dr = slope(v, a, b, c, 5, bx, cx);
    const dg = slope(v, a, b, c, 6, bx, cx);
    const db = slope(v, a, b, c, 7, bx, cx);
    const ds = slope(v, a, b, c, 8, bx, cx) * WHITE;
    const dx = left + 0.5 - ax;
    for (let y = top; y <= bottom; y += 1) {
      const dy = y + 0.5 - ay;
      const wb = bx * dx + by * dy;
      const wc = cx * dx + cy * dy;
      const wa = 1 - wb - wc;
      let from = 0;
      let to = right - left;
      if (bx > 0) from = Math.max(from, wb * ib);
      else if (bx < 0) to = Math.min(to, wb * ib);
      else if (wb < 0) continue;
      if (cx > 0) from = Math.max(from, wc * ic);
      else if (cx < 0) to = Math.min(to, wc * ic);
      else if (wc < 0) continue;
      if (wx > 0) from = Math.max(from, wa * ia);
      else if (wx < 0) to = Math.min(to, wa * ia);
      else if (wa < 0) continue;
      const first = Math.ceil(from - 1e-6);
      const last = Math.floor(to + 1e-6);
      if (first > last) continue;
      let z = v[a + 2]! * wa + v[b + 2]! * wb + v[c + 2]! * wc + dz * first;
      let tu = v[a + 3]! * wa + v[b + 3]! * wb + v[c + 3]! * wc + du * first;
      let tv = v[a + 4]! * wa + v[b + 4]! * wb + v[c + 4]! * wc + dv * first;
      let lr = v[a + 5]! * wa + v[b + 5]! * wb + v[c + 5]! * wc + dr * first;
      let lg = v[a + 6]! * wa + v[b + 6]! * wb + v[c + 6]! * wc + dg * first;
      let lb = v[a + 7]! * wa + v[b + 7]! * wb + v[c + 7]! * wc + db * first;
      let gloss = (v[a + 8]! * wa + v[b + 8]! * wb + v[c + 8]! * wc) * WHITE + ds * first;
      const row = y * size + left;
      for (let at = row + first; at <= row + last; at += 1) {
        if (z > depth[at]!) {
          depth[at] = z;
          const column = tu < 0 ? 0 : tu >= WIDE ? WIDE - 1 : tu | 0;
          const line = tv < 0 ? 0 : tv >= TALL ? TALL - 1 : tv | 0;
          const texel = (line * WIDE + column) * 3;
          const out = at * 4;
          color[out] = texture[texel]! * lr + gloss;
          color[out + 1] = texture[texel + 1]! * lg + gloss;
          color[out + 2] = texture[texel + 2]! * lb + gloss;
          color[out + 3] = 1;
          if (eye?.paint(tu, tv, texture[texel]!, texture[texel + 1]!, texture[texel + 2]!)) {
            const shine = gloss * eye.gloss + eye.glint;
            color[out] = Math.min(BRIGHTEST, eye.red * lr + shine);
            color[out + 1] = Math.min(BRIGHTEST, eye.green * lg + shine);
            color[out + 2] = Math.min(BRIGHTEST, eye.blue * lb + shine);
          }
        }
        z += dz;
        tu += du;
        tv += dv;
        lr += dr;
        lg += dg;
        lb += db;
        gloss += ds;
      }
    }
  }
}

/** What one sample to the right adds to attribute `offset`. */
function slope(v: Float32Array, a: number, b: number, c: number, offset: number, bx: number, cx: number): number {
  const base = v[a + offset]!;
  return (v[b + offset]! - base) * bx + (v[c + offset]! - base) * cx;
}
