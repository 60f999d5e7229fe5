import type { Db, Tx } from "../../db/db";
import type { HttpCaller } from "../../runtime/drive";
import type { TraceEvent } from "../../runtime/trace";
import { type JambonzCall, newCall } from "../../voice/jambonz/call";
import type { JambonzServices } from "../../voice/jambonz/turn";
import { type MatcherOf, type Runnable, RunnableCache } from "../runnable";
import { type HookedCall, readHookedCall, storeHookedCall } from "./store";

/** What a hook does to a call. */
export interface HookWork {
  readonly call: JambonzCall;
  readonly trace: readonly TraceEvent[];
}

export interface HookedCallServices {
  readonly db: Db;
  readonly http: HttpCaller;
  readonly now: () => Date;
  readonly hooksUrl: (call_id: string) => string;
  readonly matcherOf: MatcherOf;
}

/** Hooks of one call come one after the other; two at a time are a repetition. */
const TRIES = 5;
const FRESH_MS = 60_000;
const MOST = 200;

/** Calls between their hooks: read, worked on outside of any transaction, stored. */
export class HookedCalls {
  readonly #runnables: RunnableCache;
  readonly #known = new Map<string, { until_ms: number; runnable: Runnable }>();

  constructor(private readonly services: HookedCallServices) {
    this.#runnables = new RunnableCache(services.matcherOf);
  }

  /** Has one hook done. Null: there is no such call, or it has ended. */
  async work<Done extends HookWork>(
    id: string,
    hook: (services: JambonzServices, call: JambonzCall, reference: string | null) => Done | Promise<Done>,
  ): Promise<Done | null> {
    const { db, http, now } = this.services;
    for (let tries = 0; tries < TRIES; tries++) {
      const found = await db.asSystem((tx) => this.#read(tx, id));
      if (found === null) return null;
      const { row, runnable } = found;
      const services = { program: runnable.program, matcher: runnable.matcher, http, now_ms: () => now().getTime() };
      const call = row.run_state?.call ?? this.#new(row, runnable);
      const done = await hook(services, call, row.gateway_reference);
      if (done.call === row.run_state?.call && done.trace.length === 0) return done;
      if (await db.asSystem((tx) => storeHookedCall(tx, row, done.call, done.trace, now()))) return done;
    }
    throw new Error(`call ${id} is changed by others again and again`);
  }

  async #read(tx: Tx, id: string): Promise<{ row: HookedCall; runnable: Runnable } | null> {
    const row = await readHookedCall(tx, id);
    if (row === null) return null;
    const key = `${row.scenario_id} ${row.scenario_version}`;
    const known = this.#known.get(key);
    const now_ms = this.services.now().getTime();
    if (known !== undefined && known.until_ms > now_ms) return { row, runnable: known.runnable };
    const runnable = await this.#runnables.version(tx, row, row.scenario_version);
    if (runnable === null) return null;
    if (this.#known.size >= MOST) this.#known.clear();
    this.#known.set(key, { until_ms: now_ms + FRESH_MS, runnable });
    return { row, runnable };
  }

  #new(row: HookedCall, { program }: Runnable): JambonzCall {
    return newCall(program, {
      call_id: row.id,
      to: row.to_number,
      from: row.from_number,
      trunk: row.trunk,
      hooks_url: this.services.hooksUrl(row.id),
      placed_ms: (row.dialed_at === null ? this.services.now() : new Date(row.dialed_at)).getTime(),
      contact: row.contact,
    });
  }
}
