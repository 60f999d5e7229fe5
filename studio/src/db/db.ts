/**
 * The one seam between the studio and its database: PGlite in a folder, or a PostgreSQL server.
 * Every statement runs inside a scope that has set a role which cannot bypass row-level security.
 *
 * Values that cross: `timestamptz` comes out as an RFC 3339 string in UTC with milliseconds, `int8` as a number, `jsonb` as a value, `date`
 * as `YYYY-MM-DD`, `bytea` as bytes. A `jsonb` parameter goes in as `JSON.stringify(value)`, an array parameter as an array.
 */
export interface Tx {
  query<Row = Record<string, unknown>>(sql: string, params?: readonly unknown[]): Promise<Row[]>;
}

/** Called with the payload of each notification of a channel, and with null after a lost connection came back (some may be missed). */
export type Listener = (payload: string | null) => void;

export interface Db {
  readonly kind: "embedded" | "server";
  /** One transaction that sees and writes the rows of one tenant only. Rolled back when `work` throws. */
  asTenant<T>(tenant_id: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * One transaction that sees every tenant: log-in look-up, workers' claims, the operator's list of tenants.
   * Do not wait for anything but the database inside a transaction: the embedded database has one connection.
   */
  asSystem<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Follows a NOTIFY channel until the returned function is called. */
  listen(channel: string, on: Listener): Promise<() => Promise<void>>;
  /** Now and then: makes room that deleted rows took, and looks anew at what the tables hold. @returns tables that needed it */
  tidy(): Promise<readonly string[]>;
  close(): Promise<void>;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The statements that put a fresh transaction into a tenant's scope. Source: a uuid only, so that nothing else can get into the text. */
export function enterTenant(tenant_id: string): string {
  if (!UUID.test(tenant_id)) throw new TypeError("tenant_id must be a UUID");
  return `SET LOCAL ROLE studio_app; SET LOCAL studio.tenant_id = '${tenant_id}'`;
}

export const ENTER_SYSTEM = "SET LOCAL ROLE studio_system";
