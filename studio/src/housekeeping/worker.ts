import type { FastifyBaseLogger } from "fastify";
import type { Services } from "../http/principal";
import type { Worker } from "../worker";
import { expire } from "./expire";
import { deleteOrphans } from "./orphans";
import { retain } from "./retain";

export interface Rhythm {
  first_ms: number;
  every_ms: number;
  /** Every so many rounds the recordings' folder is looked through. */
  orphans_every: number;
}

/** Processes that start together do not all begin at once. */
const RHYTHM = (): Rhythm => ({ first_ms: 20_000 + Math.random() * 40_000, every_ms: 600_000, orphans_every: 6 });

/** Deletes what is over its time. Every process may run it: what one has at hand, the others pass over. */
export class Housekeeping implements Worker {
  readonly name = "housekeeping";
  #timer: NodeJS.Timeout | null = null;
  #round: Promise<void> = Promise.resolve();
  #rounds = 0;
  #stopped = false;

  constructor(
    readonly services: Pick<Services, "db" | "data" | "now">,
    readonly log: Pick<FastifyBaseLogger, "info" | "error">,
    readonly rhythm: Rhythm = RHYTHM(),
  ) {}

  async start(): Promise<void> {
    this.#later(this.rhythm.first_ms);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#round;
  }

  #later(delay_ms: number): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#round = this.#clear().finally(() => this.#later(this.rhythm.every_ms));
    }, delay_ms);
  }

  /** One fault does not keep the rest from being done. */
  async #clear(): Promise<void> {
    const { db, data, now } = this.services;
    const goOn = () => !this.#stopped;
    const parts = { db, data, log: this.log, now, goOn };
    await this.#do("what the policies say", () => retain(parts));
    await this.#do("what has served its time", () => expire(parts));
    if (this.#rounds % this.rhythm.orphans_every === 0) {
      await this.#do("recordings without a call", async () => ({ files: await deleteOrphans(parts) }));
    }
    await this.#do("room that was taken", async () => ({ tables: (await db.tidy()).length }));
    this.#rounds += 1;
  }

  async #do(what: string, work: () => Promise<object>): Promise<void> {
    if (this.#stopped) return;
    try {
      const deleted: Record<string, number> = { ...(await work()) };
      const some = Object.values(deleted).some((count) => count > 0);
      if (some) this.log.info({ deleted }, `housekeeping: deleted ${what}`);
    } catch (error) {
      if (!this.#stopped) this.log.error({ err: error }, `housekeeping: could not delete ${what}; trying again later`);
    }
  }
}

export const housekeepingWorker = (services: Services, log: FastifyBaseLogger): Worker =>
  new Housekeeping(services, log);
