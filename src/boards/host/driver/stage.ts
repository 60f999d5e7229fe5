/** Poses the mesh, lights it and projects it: everything the rasteriser needs of each vertex. */
import type { Light } from "./light";
import type { Mesh } from "./mesh";
import type { Pose } from "./pose";
import { bodyMatrix, CAMERA_MM, FACE_Z_MM, FRAME_PX, headMatrix, type Projection } from "./project";

/** Numbers per vertex: x, y (supersampled pixels), z (mm), u, v (texels), light r, g, b, gloss. */
export const STRIDE = 9;

/** How far light creeps round the edge of skin: red the furthest, as blood scatters it. */
const WRAP_R = 0.34;
const WRAP_G = 0.2;
const WRAP_B = 0.16;
/** The body follows the head only so far. */
const BODY_SHARE = 0.8;

/** Fills `out` (STRIDE numbers per vertex) with the mesh as the camera sees it. `samples`: raster samples per pixel. */
export function stage(mesh: Mesh, pose: Pose, to: Projection, light: Light, samples: number, out: Float32Array): void {
  const { rest, normal, jaw, texel, jaw_v, open, gloss, body_from, count } = mesh;
  const head = headMatrix(to);
  const body = bodyMatrix(to, BODY_SHARE);
  const mouth = pose.mouth_open;
  const [kx, ky, kz] = light.key;
  const [fx, fy, fz] = light.fill;
  const [key_r, key_g, key_b] = light.key_rgb;
  const [fill_r, fill_g, fill_b] = light.fill_rgb;
  const [sky_r, sky_g, sky_b] = light.sky_rgb;
  const half = Math.hypot(kx, ky, kz + 1);
  const near = CAMERA_MM;
  const size = to.scale * (near - FACE_Z_MM) * samples;
  const middle_x = (FRAME_PX / 2) * samples;
  const middle_y = to.eye_y_px * samples;
  for (let at = 0; at < count; at += 1) {
    const p = at * 3;
    const m = at >= body_from ? body : head;
    const x = rest[p]! + jaw[p]! * mouth;
    const y = rest[p + 1]! + jaw[p + 1]! * mouth;
    const z = rest[p + 2]! + jaw[p + 2]! * mouth;
    const n0 = normal[p]!;
    const n1 = normal[p + 1]!;
    const n2 = normal[p + 2]!;
    const nx = m[0]! * n0 + m[1]! * n1 + m[2]! * n2;
    const ny = m[4]! * n0 + m[5]! * n1 + m[6]! * n2;
    const nz = m[8]! * n0 + m[9]! * n1 + m[10]! * n2;
    const depth = m[8]! * x + m[9]! * y + m[10]! * z + m[11]!;
    const zoom = size / (near - depth);
    const s = at * STRIDE;
    out[s] = middle_x + (m[0]! * x + m[1]! * y + m[2]! * z + m[3]!) * zoom;
    out[s + 1] = middle_y + (m[4]! * x + m[5]! * y + m[6]! * z + m[7]!) * zoom;
    out[s + 2] = depth;
    out[s + 3] = texel[at * 2]!;
    out[s + 4] = texel[at * 2 + 1]! + jaw_v[at]! * mouth;
    const free = open[at]!;
    const key = nx * kx + ny * ky + nz * kz;
    const fill = nx * fx + ny * fy + nz * fz;
    const sky = (0.72 - 0.28 * ny) * free;
    const reach = 0.5 + 0.5 * free;
    out[s + 5] = key_r * reach * lit(key, WRAP_R) + fill_r * lit(fill, WRAP_R) + sky_r * sky;
    out[s + 6] = key_g * reach * lit(key, WRAP_G) + fill_g * lit(fill, WRAP_G) + sky_g * sky;
    out[s + 7] = key_b * reach * lit(key, WRAP_B) + fill_b * lit(fill, WRAP_B) + sky_b * sky;
    const shine = Math.max(0, (nx * kx + ny * ky + nz * (kz + 1)) / half);
    const s4 = shine * shine * shine * shine;
    const s8 = s4 * s4;
    out[s + 8] = gloss[at]! * s8 * (0.035 + 0.05 * s8 * s4) * key_g;
  }
}

function lit(towards: number, wrap: number): number {
  return towards <= -wrap ? 0 : (towards + wrap) / (1 + wrap);
}
