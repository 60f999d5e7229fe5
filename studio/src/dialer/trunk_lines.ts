import type { Tx } from "../db/db";
import type { Gateway, TrunkDocument } from "../trunk/document";
import { noTrunk, routeOf } from "../trunk/routing";
import { findTrunks } from "../trunk/store";
import { allowance, spend } from "./pace";

/** How one number is dialled, or why it is not. */
export type Way =
  | {
      readonly kind: "way";
      /** Gateway of the trunk document; null: whatever the voice gateway does by itself. */
      readonly trunk: string | null;
      readonly dialled: string;
      /** The number to show; null: the campaign's. */
      readonly caller_id: string | null;
    }
  | { readonly kind: "none"; readonly reason: string }
  /** Every gateway that leads there is busy; soon one may be free. */
  | { readonly kind: "busy" };

/** Whose calls need trunks. */
export interface TrunkUser {
  readonly tenant_id: string;
  readonly gateway: string;
  /** A gateway of the trunk document; null: its prefix routes choose. */
  readonly trunk: string | null;
}

interface Line {
  readonly gateway: Gateway;
  /** Calls that may begin now. */
  free: number;
  begun: number;
  paced_until_ms: number | null;
}

/** The trunks of a tenant as far as they are free at one instant. */
export class TrunkLines {
  readonly #lines: ReadonlyMap<string, Line>;
  readonly #document: TrunkDocument;

  constructor(
    document: TrunkDocument,
    readonly user: Pick<TrunkUser, "gateway" | "trunk">,
    state: ReadonlyMap<string, { open: number; paced_until_ms: number | null }>,
    readonly now_ms: number,
  ) {
    const usable = document.gateways.filter(
      ({ name, enabled }) => enabled && (user.trunk === null || name === user.trunk),
    );
    this.#document = { ...document, gateways: usable };
    this.#lines = new Map(
      usable.map((gateway) => {
        const { open, paced_until_ms } = state.get(gateway.name) ?? { open: 0, paced_until_ms: null };
        const { max_concurrent_calls, calls_per_second } = gateway;
        const lines = max_concurrent_calls === null ? Infinity : max_concurrent_calls - open;
        const rate = calls_per_second === null ? Infinity : allowance(paced_until_ms, now_ms, 1000 / calls_per_second);
        return [gateway.name, { gateway, free: Math.max(0, Math.min(lines, rate)), begun: 0, paced_until_ms }];
      }),
    );
  }

  /** Whether the named gateway is there and switched on; true where none is named. */
  get usable(): boolean {
    return this.user.trunk === null || this.#lines.size > 0;
  }

  /** Whether the number decides which gateway it takes. */
  get chosen(): boolean {
    return this.user.trunk === null && this.#document.prefix_routes.length > 0;
  }

  /** No more calls than this can begin, whatever their numbers. */
  get free(): number {
    if (this.user.trunk === null && !this.#needsRoute) return Infinity;
    return [...this.#lines.values()].reduce((sum, line) => sum + line.free, 0);
  }

  /** Chooses how a number is dialled and takes a line. @param turn counts calls, so that equal gateways take turns */
  take(number: string, turn: number): Way {
    const { trunk } = this.user;
    const choice = routeOf(this.#document, number, turn);
    if (choice === null) {
      if (trunk !== null) return this.#first([trunk], number, null);
      if (this.#needsRoute) return { kind: "none", reason: "no route of the trunk document leads to this number" };
      return { kind: "way", trunk: null, dialled: number, caller_id: null };
    }
    const names = choice.gateways.map(({ name }) => name);
    return this.#first(names, choice.dialled, choice.caller_id);
  }

  /** Gateways with a rate whose lines were taken, and until when their rate is spent now. */
  spent(): { trunk: string; paced_until_ms: number }[] {
    return [...this.#lines.values()].flatMap(({ gateway, begun, paced_until_ms }) => {
      const { name, calls_per_second } = gateway;
      if (begun === 0 || calls_per_second === null) return [];
      return [{ trunk: name, paced_until_ms: spend(paced_until_ms, this.now_ms, 1000 / calls_per_second, begun) }];
    });
  }

  /** People who do not exist can be called without a trunk; where there are no routes at all the voice gateway has its own. */
  get #needsRoute(): boolean {
    return this.user.gateway !== "simulated" && this.#document.prefix_routes.length > 0;
  }

  #first(names: readonly string[], dialled: string, caller_id: string | null): Way {
    for (const name of names) {
      const line = this.#lines.get(name);
      if (line === undefined || line.free < 1) continue;
      line.free -= 1;
      line.begun += 1;
      return { kind: "way", trunk: name, dialled, caller_id };
    }
    return { kind: "busy" };
  }
}

/** How one number is dialled where no limit holds. @returns a reason where the named gateway is not there, or no route leads to the number */
export async function wayOf(
  tx: Tx,
  user: TrunkUser,
  number: string,
  now: Date,
): Promise<Exclude<Way, { kind: "busy" }>> {
  const { document } = await findTrunks(tx, user.tenant_id);
  const lines = new TrunkLines(document, user, new Map(), now.getTime());
  const way: Way = lines.usable ? lines.take(number, 0) : { kind: "busy" };
  return way.kind === "busy" ? { kind: "none", reason: noTrunk(user.trunk) } : way;
}

/** What is free now. To be asked while the tenant is locked. */
export async function trunkLines(tx: Tx, user: TrunkUser, now: Date): Promise<TrunkLines> {
  const { document } = await findTrunks(tx, user.tenant_id);
  const state = new Map<string, { open: number; paced_until_ms: number | null }>();
  if (document.gateways.length > 0) {
    const rows = await tx.query<{ trunk: string; open: number; paced_until: string | null }>(
      `SELECT coalesce(o.trunk, p.trunk) AS trunk, coalesce(o.open, 0) AS open, p.paced_until
       FROM (SELECT trunk, count(*) AS open FROM calls
             WHERE tenant_id = $1 AND gateway = $2 AND trunk IS NOT NULL AND state <> 'ended' GROUP BY trunk) o
       FULL JOIN (SELECT trunk, paced_until FROM trunk_pacing WHERE tenant_id = $1 AND gateway = $2) p ON p.trunk = o.trunk`,
      [user.tenant_id, user.gateway],
    );
    for (const { trunk, open, paced_until } of rows) {
      state.set(trunk, { open, paced_until_ms: paced_until === null ? null : Date.parse(paced_until) });
    }
  }
  return new TrunkLines(document, user, state, now.getTime());
}

export async function storeSpent(tx: Tx, user: TrunkUser, lines: TrunkLines): Promise<void> {
  for (const { trunk, paced_until_ms } of lines.spent()) {
    await tx.query(
      `INSERT INTO trunk_pacing (tenant_id, gateway, trunk, paced_until) VALUES ($1, $2, $3, $4)
       ON CONFLICT (tenant_id, gateway, trunk) DO UPDATE SET paced_until = excluded.paced_until`,
      [user.tenant_id, user.gateway, trunk, new Date(paced_until_ms)],
    );
  }
}
