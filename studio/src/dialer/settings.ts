export interface DialerSettings {
  /** Calls of one process at the same time. */
  readonly calls: number;
  /** Seconds. */
  readonly lease_s: number;
}

const CALLS = { name: "STUDIO_CALLS", from: 1, to: 10_000, fallback: 100 };
const LEASE_S = { name: "STUDIO_CALL_LEASE_S", from: 3, to: 600, fallback: 15 };

/** @throws Error naming the variable that is wrong */
export function dialerSettings(environment: NodeJS.ProcessEnv): DialerSettings {
  return { calls: whole(environment, CALLS), lease_s: whole(environment, LEASE_S) };
}

function whole(environment: NodeJS.ProcessEnv, { name, from, to, fallback }: typeof CALLS): number {
  const text = environment[name];
  if (text === undefined || text === "") return fallback;
  const value = Number(text);
  if (Number.isInteger(value) && value >= from && value <= to) return value;
  throw new Error(`${name} must be a whole number from ${from} to ${to}, not '${text}'`);
}
