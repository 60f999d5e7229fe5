/** Triangles of the driver, at rest and with what the jaw does to them. */

/** What colours a triangle: the texture alone, or the texture with an eye drawn into it. */
export const MATERIAL = { texture: 0, left_eye: 1, right_eye: 2 } as const;
export type Material = (typeof MATERIAL)[keyof typeof MATERIAL];

export interface Vertex {
  readonly at: readonly [x: number, y: number, z: number];
  readonly texel: readonly [u: number, v: number];
  /** Where the wide open mouth (mouth_open = 1) moves the vertex, millimetres. */
  readonly jaw?: readonly [x: number, y: number, z: number];
  /** What the wide open mouth adds to the texture row. */
  readonly jaw_v?: number;
  /** Share of the ambient light that reaches the vertex. */
  readonly open?: number;
  readonly gloss?: number;
}

export interface Mesh {
  readonly count: number;
  /** x, y, z of each vertex; millimetres. */
  readonly rest: Float32Array;
  readonly normal: Float32Array;
  readonly jaw: Float32Array;
  readonly texel: Float32Array;
  readonly jaw_v: Float32Array;
  readonly open: Float32Array;
  readonly gloss: Float32Array;
  /** First vertex that moves with the body and not with the head. */
  readonly body_from: number;
  readonly index: Uint32Array;
  readonly material: Uint8Array;
  /** 1 where a triangle is seen from both sides. */
  readonly two_sided: Uint8Array;
}

/** Collects surfaces; `build` computes the normals. */
export class MeshBuilder {
  private readonly vertices: Vertex[] = [];
  private readonly index: number[] = [];
  private readonly material: number[] = [];
  private readonly sides: number[] = [];
  private body_from = -1;

  add(vertex: Vertex): number {
    this.vertices.push(vertex);
    return this.vertices.length - 1;
  }

  /** Corners run clockwise as the outside is seen. */
  quad(a: number, b: number, c: number, d: number, material: Material = MATERIAL.texture, two_sided = false): void {
    this.index.push(a, b, c, a, c, d);
    this.material.push(material, material);
    this.sides.push(Number(two_sided), Number(two_sided));
  }

  /** A sheet of `columns` x `rows` vertices, left to right and top to bottom as the outside is seen. */
  sheet(columns: number, rows: number, vertex: (column: number, row: number) => Vertex, two_sided = false): void {
    const first = this.vertices.length;
    for (let row = 0; row < rows; row += 1)
      for (let column = 0; column < columns; column += 1) this.add(vertex(column, row));
    for (let row = 0; row < rows - 1; row += 1)
      for (let column = 0; column < columns - 1; column += 1) {
        const a = first + row * columns + column;
        this.quad(a, a + 1, a + columns + 1, a + columns, MATERIAL.texture, two_sided);
      }
  }

  /** Every vertex from here on moves with the body. */
  startBody(): void {
    this.body_from = this.vertices.length;
  }

  build(): Mesh {
    const count = this.vertices.length;
    const flat = (width: number, of: (vertex: Vertex) => readonly number[]) => {
      const out = new Float32Array(count * width);
      this.vertices.forEach((vertex, at) => {
        out.set(of(vertex), at * width);
      });
      return out;
    };
    const rest = flat(3, (v) => v.at);
    const index = Uint32Array.from(this.index);
    return {
      count,
      rest,
      normal: normals(rest, index),
      jaw: flat(3, (v) => v.jaw ?? [0, 0, 0]),
      texel: flat(2, (v) => v.texel),
      jaw_v: flat(1, (v) => [v.jaw_v ?? 0]),
      open: flat(1, (v) => [v.open ?? 1]),
      gloss: flat(1, (v) => [v.gloss ?? 0]),
      body_from: this.body_from < 0 ? count : this.body_from,
      index,
      material: Uint8Array.from(this.material),
      two_sided: Uint8Array.from(this.sides),
    };
  }
}

/** Unit normals: the mean of the adjoining faces, each weighted by its area. */
function normals(rest: Float32Array, index: Uint32Array): Float32Array {
  const out = new Float32Array(rest.length);
  for (let at = 0; at < index.length; at += 3) {
    const [a, b, c] = [index[at]! * 3, index[at + 1]! * 3, index[at + 2]! * 3];
    const [ux, uy, uz] = [rest[b]! - rest[a]!, rest[b + 1]! - rest[a + 1]!, rest[b + 2]! - rest[a + 2]!];
    const [vx, vy, vz] = [rest[c]! - rest[a]!, rest[c + 1]! - rest[a + 1]!, rest[c + 2]! - rest[a + 2]!];
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    for (const corner of [a, b, c]) {
      out[corner] = out[corner]! + nx;
      out[corner + 1] = out[corner + 1]! + ny;
      out[corner + 2] = out[corner + 2]! + nz;
    }
  }
  for (let at = 0; at < out.length; at += 3) {
    const length = Math.hypot(out[at]!, out[at + 1]!, out[at + 2]!) || 1;
    out[at] = out[at]! / length;
    out[at + 1] = out[at + 1]! / length;
    out[at + 2] = out[at + 2]! / length;
  }
  return out;
}
