/** Gathers attempts that end close together and writes them in one transaction. */
import type { FastifyBaseLogger } from "fastify";
import type { Db } from "../db/db";
import { type Settled, settle } from "./queue";

const RETRY_MS = 1_000;
/** PostgreSQL's classes for data that it will never take, however often it is offered: 22 data exception, 23 integrity. */
const HOPELESS = /^2[23]/;

interface Waiting {
  readonly settled: Settled;
  readonly written: () => void;
}

export class Settler {
  private waiting: Waiting[] = [];
  private writing: Promise<void> | null = null;
  private giving_up = false;

  constructor(
    private readonly db: Db,
    private readonly log: FastifyBaseLogger,
  ) {}

  /** Fulfilled when it is written, or given up (then the message's lease runs out and it is tried again). Never rejects. */
  add(settled: Settled): Promise<void> {
    return new Promise((written) => {
      this.waiting.push({ settled, written });
      this.writing ??= this.writeAll();
    });
  }

  /** From now on each batch is offered to the database once. */
  giveUp(): void {
    this.giving_up = true;
  }

  private async writeAll(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0);
      await this.write(batch);
      for (const { written } of batch) written();
    }
    // In the same turn as the look at `waiting`: what is added later starts anew.
    this.writing = null;
  }

  private async write(batch: readonly Waiting[]): Promise<void> {
    for (;;) {
      try {
        return await settle(
          this.db,
          batch.map(({ settled }) => settled),
        );
      } catch (error) {
        const hopeless = HOPELESS.test(String((error as { code?: unknown }).code ?? ""));
        this.log.error({ err: error, attempts: batch.length }, "webhooks: attempts could not be written");
        // One row may spoil it for all: each on its own then.
        if (hopeless && batch.length > 1) {
          for (const one of batch) await this.write([one]);
          return;
        }
        if (hopeless || this.giving_up) return;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }
}
