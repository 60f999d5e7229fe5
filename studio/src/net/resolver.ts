/**
 * Names to addresses, without Node's thread pool: `dns.lookup` shares four threads with password hashing and files, so a
 * name server that never answers would hold up everybody. The hosts file is therefore not read; `localhost` is known.
 */
import { promises as dns } from "node:dns";

export interface ResolvedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Finds all addresses of a name, IPv4 first. Rejects where there is none. */
export type Resolve = (hostname: string) => Promise<ResolvedAddress[]>;

const TRY_MS = 2_000;
const TRIES = 2;

/** A resolver that asks the system's name servers; each query gets two tries of two seconds. */
export function systemResolver(): Resolve {
  const resolver = new dns.Resolver({ timeout: TRY_MS, tries: TRIES });
  return async (hostname) => {
    const name = hostname.toLowerCase().replace(/\.$/, "");
    // RFC 6761: these names mean this machine, whatever a name server says.
    if (name === "localhost" || name.endsWith(".localhost")) {
      return [
        { address: "127.0.0.1", family: 4 },
        { address: "::1", family: 6 },
      ];
    }
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found: ResolvedAddress[] = [
      ...(v4.status === "fulfilled" ? v4.value.map((address) => ({ address, family: 4 as const })) : []),
      ...(v6.status === "fulfilled" ? v6.value.map((address) => ({ address, family: 6 as const })) : []),
    ];
    if (found.length === 0) throw v4.status === "rejected" ? v4.reason : new Error("the name has no address");
    return found;
  };
}
