/** Room for the longest window at the highest rate that is measured: 8 s at 60 frames per second. */
const CAPACITY = 512;

/** Share of flagged readings among the last `length`: what has not been read yet counts as not flagged. */
export class ShareWindow {
  private readonly ring = new Uint8Array(CAPACITY);
  private next = 0;
  private length = 1;
  private flagged = 0;

  /** Sets the length of the window in readings; what was read stays read. */
  resize(length: number): void {
    const wanted = Math.min(length, CAPACITY);
    if (wanted === this.length) return;
    this.length = wanted;
    this.flagged = 0;
    for (let back = 1; back <= wanted; back += 1) this.flagged += this.at(back);
  }

  push(flag: boolean): void {
    this.flagged -= this.at(this.length);
    this.ring[this.next] = flag ? 1 : 0;
    this.flagged += flag ? 1 : 0;
    this.next = (this.next + 1) % CAPACITY;
  }

  get share(): number {
    return this.flagged / this.length;
  }

  clear(): void {
    this.ring.fill(0);
    this.flagged = 0;
  }

  /** The reading `back` pushes ago (1 is the latest). */
  private at(back: number): number {
    return this.ring[(this.next - back + CAPACITY) % CAPACITY] ?? 0;
  }
}
