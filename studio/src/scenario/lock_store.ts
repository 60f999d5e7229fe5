import type { Tx } from "../db/db";
import type { Lock } from "./schema";

interface LockRow {
  holder_id: string;
  name: string;
  taken_at: string;
  expires_at: string;
}

const lockOf = ({ holder_id, name, taken_at, expires_at }: LockRow): Lock => ({
  holder: { user_id: holder_id, name },
  taken_at,
  expires_at,
});

/** The lock in force, or null. Time is the database's, which all processes share. */
export async function readLock(tx: Tx, scenario_id: string): Promise<Lock | null> {
  const [row] = await tx.query<LockRow>(
    `SELECT l.holder_id, u.name, l.taken_at, l.expires_at FROM scenario_locks l JOIN users u ON u.id = l.holder_id
     WHERE l.scenario_id = $1 AND l.expires_at > clock_timestamp()`,
    [scenario_id],
  );
  return row === undefined ? null : lockOf(row);
}

/**
 * Gives the lock to a user, whoever had it; for its holder it is renewed and keeps `taken_at`.
 * The scenario must be held by the transaction.
 */
export async function writeLock(
  tx: Tx,
  lock: { tenant_id: string; scenario_id: string; holder_id: string; ttl_s: number },
): Promise<void> {
  await tx.query(
    `INSERT INTO scenario_locks AS l (tenant_id, scenario_id, holder_id, taken_at, expires_at)
     VALUES ($1, $2, $3, clock_timestamp(), clock_timestamp() + make_interval(secs => $4))
     ON CONFLICT (tenant_id, scenario_id) DO UPDATE SET holder_id = excluded.holder_id, expires_at = excluded.expires_at,
       taken_at = CASE WHEN l.holder_id = excluded.holder_id AND l.expires_at > clock_timestamp() THEN l.taken_at ELSE excluded.taken_at END`,
    [lock.tenant_id, lock.scenario_id, lock.holder_id, lock.ttl_s],
  );
}

export async function deleteLock(tx: Tx, scenario_id: string): Promise<void> {
  await tx.query("DELETE FROM scenario_locks WHERE scenario_id = $1", [scenario_id]);
}
