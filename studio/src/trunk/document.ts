/** How calls leave the house: the gateways of a tenant, who may call in, and which numbers go where. */

export const TRANSPORTS = ["udp", "tcp", "tls"] as const;
export const CODECS = ["PCMA", "PCMU", "G722", "G729", "opus"] as const;

export interface Gateway {
  /** Unique within the document, without regard to case. */
  readonly name: string;
  readonly enabled: boolean;
  /** Name or address of the SIP peer. */
  readonly host: string;
  readonly port: number;
  readonly transport: (typeof TRANSPORTS)[number];
  readonly username: string | null;
  /** Realm of the digest authentication; null: whatever the peer names. */
  readonly auth_realm: string | null;
  /** Keep up a SIP registration with the peer. */
  readonly register: boolean;
  /** In order of preference. */
  readonly codecs: readonly (typeof CODECS)[number][];
  /** Null: no limit of this gateway's own. */
  readonly max_concurrent_calls: number | null;
  readonly calls_per_second: number | null;
}

/** A range of addresses that may send calls in. */
export interface AclEntry {
  readonly cidr: string;
  readonly description: string;
}

export interface PrefixRoute {
  /** Leading digits of the E.164 number, without the plus; empty matches every number. */
  readonly prefix: string;
  /** The lowest priority is tried first; those of the same priority take turns. */
  readonly gateways: readonly { readonly name: string; readonly priority: number }[];
  /** The number shown to who is called, E.164; null: the campaign's. */
  readonly caller_id: string | null;
  /** Digits taken from the front of the number (without the plus). */
  readonly strip: number;
  /** Put in front of what is left. */
  readonly prepend: string;
}

/** The document without its passwords, as it is stored. */
export interface TrunkDocument {
  readonly gateways: readonly Gateway[];
  readonly acl: readonly AclEntry[];
  readonly prefix_routes: readonly PrefixRoute[];
}

export const EMPTY_TRUNKS: TrunkDocument = { gateways: [], acl: [], prefix_routes: [] };

/** RFC 3261, 19.1.2. */
export function defaultPort(transport: Gateway["transport"]): number {
  return transport === "tls" ? 5061 : 5060;
}
