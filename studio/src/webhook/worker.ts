/** Delivers what is in the outbox. Several processes may do so on one database; each may die at any time. */
import { setMaxListeners } from "node:events";
import type { FastifyBaseLogger } from "fastify";
import { v7 as uuid } from "uuid";
import type { Db } from "../db/db";
import type { Worker } from "../worker";
import { type AttemptTools, attempt } from "./attempt";
import { WEBHOOK_CHANNEL } from "./outbox";
import { ATTEMPT_TIMEOUT_MS } from "./policy";
import { type Claimed, claim, release, type Settled, sweep } from "./queue";
import { Settler } from "./settler";

/** Attempts under way at once in this process. */
const MAX_UNDER_WAY = 400;
/** Endpoints that keep failing get at most so many of them: hostile ones cannot crowd out the others. */
const MAX_FAILING_UNDER_WAY = 200;
/** A look at the database when nobody has called: for retries, and for calls that were missed. */
const POLL_MS = 1_000;
/** An attempt's time, and as much again to write down what came of it. */
const LEASE_MS = 2 * ATTEMPT_TIMEOUT_MS;
/** On stopping, attempts under way get so long; then they are given back. */
const STOP_GRACE_MS = 3_000;
const SWEEP_EVERY_MS = 10 * 60_000;
const SWEEP_BATCH = 2_000;

export interface DeliveryOptions extends AttemptTools {
  /** Days that messages and attempts are kept. */
  readonly keep_days: number;
  readonly lease_ms?: number;
  readonly poll_ms?: number;
  readonly stop_grace_ms?: number;
}

interface UnderWay {
  readonly message: Claimed;
  readonly lease_token: string;
  readonly done: Promise<void>;
}

export class DeliveryWorker implements Worker {
  readonly name = "webhooks";
  private readonly under_way = new Map<string, UnderWay>();
  private readonly abort = new AbortController();
  private readonly settler: Settler;
  private stopping = false;
  private called = false;
  private wakeUp: () => void = () => {};
  private loop: Promise<void> | null = null;
  private unlisten: (() => Promise<void>) | null = null;
  private next_sweep_ms = 0;

  constructor(
    private readonly db: Db,
    private readonly log: FastifyBaseLogger,
    private readonly options: DeliveryOptions,
  ) {
    this.settler = new Settler(db, log);
    setMaxListeners(0, this.abort.signal);
  }

  async start(): Promise<void> {
    this.unlisten = await this.db.listen(WEBHOOK_CHANNEL, () => this.call());
    this.loop = this.run();
  }

  async stop(): Promise<void> {
    this.stopping = true;
    this.call();
    await this.unlisten?.();
    await this.loop;
    const all = Promise.all([...this.under_way.values()].map(({ done }) => done));
    const grace = setTimeout(() => {
      this.settler.giveUp();
      this.abort.abort();
    }, this.options.stop_grace_ms ?? STOP_GRACE_MS);
    await all;
    clearTimeout(grace);
    this.options.client.close();
  }

  /** There may be something to do. */
  private call(): void {
    this.called = true;
    this.wakeUp();
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      this.called = false;
      try {
        const took = await this.claimSome();
        if (took > 0) continue;
        await this.sweepNowAndThen();
      } catch (error) {
        this.log.error({ err: error }, "webhooks: the outbox could not be read; trying again");
      }
      await this.rest();
    }
  }

  private rest(): Promise<void> {
    if (this.called || this.stopping) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.options.poll_ms ?? POLL_MS);
      this.wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private async claimSome(): Promise<number> {
    const room = MAX_UNDER_WAY - this.under_way.size;
    if (room <= 0) return 0;
    const failing = [...this.under_way.values()].filter(({ message }) => message.failing).length;
    const lease_token = uuid();
    const messages = await claim(this.db, {
      lease_token,
      lease_ms: this.options.lease_ms ?? LEASE_MS,
      room,
      failing_room: Math.min(room, Math.max(0, MAX_FAILING_UNDER_WAY - failing)),
    });
    for (const message of messages) {
      const done = this.deliver(message, lease_token).finally(() => {
        this.under_way.delete(message.id);
        this.call();
      });
      this.under_way.set(message.id, { message, lease_token, done });
    }
    return messages.length;
  }

  /** Never rejects: what cannot be settled comes back when its lease has run out. */
  private async deliver(message: Claimed, lease_token: string): Promise<void> {
    let settled: Settled;
    try {
      settled = await attempt(message, lease_token, this.options, this.abort.signal);
    } catch (error) {
      if (!this.abort.signal.aborted)
        this.log.error({ err: error, message_id: message.id }, "webhooks: attempt broke off");
      await release(this.db, [message.id], [lease_token]).catch(() => {});
      return;
    }
    if (settled.gone)
      this.log.warn({ endpoint_id: message.endpoint_id }, "webhooks: the endpoint is gone (410), disabled");
    await this.settler.add(settled);
  }

  private async sweepNowAndThen(): Promise<void> {
    if (performance.now() < this.next_sweep_ms) return;
    const deleted = await sweep(this.db, this.options.keep_days, SWEEP_BATCH);
    if (deleted < SWEEP_BATCH) this.next_sweep_ms = performance.now() + SWEEP_EVERY_MS;
    if (deleted > 0) this.log.info({ deleted }, "webhooks: old messages deleted");
  }
}
