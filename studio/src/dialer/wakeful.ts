/** Does one thing again and again, never twice at once: when it is woken, and after the pause that it asked for itself. */
export class Wakeful {
  #stopped = false;
  #running: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #due_ms = Infinity;

  /** @param work resolves to the milliseconds until it is to be done again @param failed says the same where it was rejected */
  constructor(
    readonly work: () => Promise<number>,
    readonly failed: (error: Error) => number,
  ) {}

  get stopped(): boolean {
    return this.#stopped;
  }

  /** Does it in so many milliseconds at the latest; what is running then is followed by another one. */
  wakeIn(delay_ms: number): void {
    const due_ms = performance.now() + delay_ms;
    if (this.#stopped || due_ms >= this.#due_ms) return;
    this.#due_ms = due_ms;
    if (this.#running === null) this.#arm();
  }

  /** Nothing runs any more when this is fulfilled. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#running;
  }

  #arm(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#run(), Math.max(0, this.#due_ms - performance.now()));
  }

  #run(): void {
    this.#timer = null;
    this.#due_ms = Infinity;
    this.#running = this.work()
      .catch((error: Error) => this.failed(error))
      .then((pause_ms) => {
        this.#running = null;
        if (this.#stopped) return;
        this.#due_ms = Math.min(this.#due_ms, performance.now() + pause_ms);
        this.#arm();
      });
  }
}
