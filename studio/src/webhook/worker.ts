/** Delivers what is in the outbox. Several processes may do so on one database; each may die at any time. */
import { setMaxListeners } from "node:events";
import type { FastifyBaseLogger } from "fastify";
import { v7 as uuid } from "uuid";
import type { Db } from "../db/db";
import type { Worker } from "../worker";
import { type AttemptTools, attempt } from "./attempt";
import { AT_ONCE, Lanes } from "./lanes";
import { WEBHOOK_CHANNEL } from "./outbox";
import { ATTEMPT_TIMEOUT_MS } from "./policy";
import { type Claimed, claim, IN_HAND, release, type Settled, sweep } from "./queue";
import { Settler } from "./settler";

/** Messages in the hands of this process. */
const MAX_IN_HAND = 2_000;
/** Endpoints that keep failing get at most so many places at a time: hostile ones cannot crowd out the others. */
const MAX_FAILING_ENDPOINTS = 50;
/** A look at the database when nobody has called: for retries, and for calls that were missed. */
const POLL_MS = 1_000;
/** An attempt's time, and as much again for waiting in line and for writing down what came of it. */
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

interface InHand {
  readonly message: Claimed;
  readonly lease_token: string;
  /** Not to be started later: the lease would not hold out. */
  readonly start_until_ms: number;
}

export class DeliveryWorker implements Worker {
  readonly name = "webhooks";
  private readonly lanes = new Lanes<InHand>((item) => this.deliver(item));
  private readonly running = new Set<Promise<void>>();
  private failing_in_hand = new Set<string>();
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
    await this.giveBack(this.lanes.drain());
    const grace = setTimeout(() => {
      this.settler.giveUp();
      this.abort.abort();
    }, this.options.stop_grace_ms ?? STOP_GRACE_MS);
    while (this.running.size > 0) await Promise.all(this.running);
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
    const room = MAX_IN_HAND - this.lanes.size;
    if (room <= 0) return 0;
    const lease_token = uuid();
    const lease_ms = this.options.lease_ms ?? LEASE_MS;
    const claimed_ms = performance.now();
    const in_hand = this.lanes.sizes();
    // A lane that is not nearly empty waits for the next claim: few large ones cost less than many small ones.
    for (const [endpoint_id, count] of in_hand) if (count > AT_ONCE) in_hand.set(endpoint_id, IN_HAND.healthy);
    for (const id of this.failing_in_hand) if (!in_hand.has(id)) this.failing_in_hand.delete(id);
    const messages = await claim(this.db, {
      lease_token,
      lease_ms,
      room,
      failing_endpoints: MAX_FAILING_ENDPOINTS - this.failing_in_hand.size,
      in_hand,
    });
    for (const message of messages) {
      if (message.failing) this.failing_in_hand.add(message.endpoint_id);
      this.lanes.add(message.endpoint_id, { message, lease_token, start_until_ms: claimed_ms + lease_ms / 2 });
    }
    return messages.length;
  }

  private deliver(item: InHand): Promise<void> {
    const done = this.attempt(item).finally(() => {
      this.running.delete(done);
      this.call();
    });
    this.running.add(done);
    return done;
  }

  /** Never rejects: what cannot be settled comes back when its lease has run out. */
  private async attempt(item: InHand): Promise<void> {
    const { message, lease_token } = item;
    if (performance.now() > item.start_until_ms) return this.giveBack([item]);
    let settled: Settled;
    try {
      settled = await attempt(message, lease_token, this.options, this.abort.signal);
    } catch (error) {
      if (!this.abort.signal.aborted)
        this.log.error({ err: error, message_id: message.id }, "webhooks: attempt broke off");
      return this.giveBack([item]);
    }
    if (settled.gone)
      this.log.warn({ endpoint_id: message.endpoint_id }, "webhooks: the endpoint is gone (410), disabled");
    await this.settler.add(settled);
  }

  private async giveBack(items: readonly InHand[]): Promise<void> {
    const ids = items.map(({ message }) => message.id);
    const tokens = [...new Set(items.map(({ lease_token }) => lease_token))];
    await release(this.db, ids, tokens).catch(() => {});
  }

  private async sweepNowAndThen(): Promise<void> {
    if (performance.now() < this.next_sweep_ms) return;
    const deleted = await sweep(this.db, this.options.keep_days, SWEEP_BATCH);
    if (deleted < SWEEP_BATCH) this.next_sweep_ms = performance.now() + SWEEP_EVERY_MS;
    if (deleted > 0) this.log.info({ deleted }, "webhooks: old messages deleted");
  }
}
