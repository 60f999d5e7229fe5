const SECONDS = 60;

/** Events of the last minute, in one bucket a second. */
export class RateCounter {
  private readonly buckets = new Uint8Array(SECONDS);
  private second = 0;
  private total = 0;

  /** Events of the last 60 s. */
  get per_minute(): number {
    return this.total;
  }

  /** Lets time pass up to the whole second `second`. */
  advance(second: number): void {
    if (second <= this.second) return;
    const steps = Math.min(second - this.second, SECONDS);
    this.second = second;
    for (let back = 0; back < steps; back += 1) {
      const i = (second - back) % SECONDS;
      this.total -= this.buckets[i] ?? 0;
      this.buckets[i] = 0;
    }
  }

  add(): void {
    const i = this.second % SECONDS;
    const count = this.buckets[i] ?? 0;
    if (count === 255) return;
    this.buckets[i] = count + 1;
    this.total += 1;
  }
}
