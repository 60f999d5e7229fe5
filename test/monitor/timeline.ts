// The test runner makes every access to a global slow, and an hour of driving has millions of them.
const { min } = Math;

/** Something a driver does for a while: `depth` says how much (fully closed 1, yaw as a tangent, ...). */
export interface Act {
  readonly from_s: number;
  readonly to_s: number;
  readonly depth: number;
}

/** The acts of one kind in the order of time, read at times that only grow. */
export class Timeline {
  private readonly acts: Act[] = [];
  private next = 0;

  add(from_s: number, to_s: number, depth = 1): void {
    this.acts.push({ from_s, to_s, depth });
  }

  /** End of the last act, s; 0 where there is none. */
  get end_s(): number {
    return this.acts.at(-1)?.to_s ?? 0;
  }

  rewind(): void {
    this.next = 0;
  }

  /** The act going on at `t_s`, if any. */
  at(t_s: number): Act | undefined {
    while ((this.acts[this.next]?.to_s ?? Infinity) <= t_s) this.next += 1;
    const act = this.acts[this.next];
    return act !== undefined && act.from_s <= t_s ? act : undefined;
  }

  /** Depth at `t_s`, rising and falling straight within the first and last `rise_s` of the act; 0 outside. */
  level(t_s: number, rise_s: number): number {
    const act = this.at(t_s);
    if (act === undefined) return 0;
    const edge_s = min(t_s - act.from_s, act.to_s - t_s);
    return act.depth * min(1, edge_s / min(rise_s, (act.to_s - act.from_s) / 2));
  }
}
