import type { Db } from "../db/db";

/** Of the ten connections to a server the dialer takes these; the embedded database has one for everybody. */
const AT_ONCE = { server: 6, embedded: 1 } as const;

/**
 * The same database for work that comes in floods: hundreds of calls may end at once, and whoever else needs the database, such as
 * people in front of their screens, must not stand in line behind all of them.
 */
export function gated(db: Db): Db {
  const through = gate(AT_ONCE[db.kind]);
  return {
    ...db,
    asSystem: (work) => through(() => db.asSystem(work)),
    asTenant: (tenant_id, work) => through(() => db.asTenant(tenant_id, work)),
  };
}

/** Runs so many at once, the others in their order. */
export function gate(at_once: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= at_once) await new Promise<void>((go) => waiting.push(go));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      // The embedded database works on this thread: in between, whatever has come in over the network has its turn.
      else setImmediate(next);
    }
  };
}
