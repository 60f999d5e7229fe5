// The test runner makes every access to a global slow, and an hour of driving has millions of them.
const { imul, sqrt } = Math;

/** A small seeded generator (mulberry32), so that every story is the same story every time. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** 0 to 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = imul(t ^ (t >>> 15), t | 1);
    t ^= t + imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Close to a normal distribution of mean 0 and deviation 1: the sum of four uniforms. */
  normal(): number {
    return (this.next() + this.next() + this.next() + this.next() - 2) * sqrt(3);
  }
}
