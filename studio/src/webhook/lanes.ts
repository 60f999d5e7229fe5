/** What a process has in hand, endpoint by endpoint: so many at once, the others in line. */

/** Attempts under way at once to one endpoint, from one process. */
export const AT_ONCE = 16;

interface Lane<Item> {
  running: number;
  readonly waiting: Item[];
}

export class Lanes<Item> {
  private readonly lanes = new Map<string, Lane<Item>>();
  private total = 0;

  /** @param run works on one item; never rejects */
  constructor(private readonly run: (item: Item) => Promise<void>) {}

  /** Items that run or wait, all lanes together. */
  get size(): number {
    return this.total;
  }

  /** Items that run or wait, by lane. */
  sizes(): Map<string, number> {
    return new Map(Array.from(this.lanes, ([name, { running, waiting }]) => [name, running + waiting.length]));
  }

  add(name: string, item: Item): void {
    const lane = this.lanes.get(name) ?? { running: 0, waiting: [] };
    this.lanes.set(name, lane);
    lane.waiting.push(item);
    this.total += 1;
    this.next(name, lane);
  }

  /** Takes everything that waits out again. */
  drain(): Item[] {
    const items = [...this.lanes.values()].flatMap(({ waiting }) => waiting.splice(0));
    this.total -= items.length;
    return items;
  }

  private next(name: string, lane: Lane<Item>): void {
    while (lane.running < AT_ONCE && lane.waiting.length > 0) {
      lane.running += 1;
      void this.run(lane.waiting.shift()!).then(() => {
        lane.running -= 1;
        this.total -= 1;
        this.next(name, lane);
        if (lane.running === 0) this.lanes.delete(name);
      });
    }
  }
}
