import type { Gateway, TrunkDocument } from "./document";

/** The documents of jambonz's API that a trunk document becomes; names, units and null are jambonz's. */
export interface JambonzCarrier {
  readonly name: string;
  readonly is_active: boolean;
  /** Dial with a plus before numbers that begin with a country code. */
  readonly e164_leading_plus: boolean;
  readonly trunk_type: "static_ip" | "auth" | "reg";
  readonly requires_register: boolean;
  readonly register_username: string | null;
  readonly register_password: string | null;
  readonly register_sip_realm: string | null;
}

export interface JambonzSipGateway {
  /** Name of the carrier that it belongs to. */
  readonly carrier: string;
  readonly ipv4: string;
  readonly netmask: number;
  readonly port: number | null;
  readonly protocol: "udp" | "tcp" | "tls";
  readonly inbound: boolean;
  readonly outbound: boolean;
  readonly is_active: boolean;
}

/** Least-cost routing: tried by priority, the lowest first. */
export interface JambonzRoute {
  readonly regex: string;
  readonly priority: number;
  readonly carriers: readonly { readonly name: string; readonly priority: number; readonly workload: number }[];
}

/** What jambonz has no place for, and what that means. */
export interface JambonzGap {
  /** JSON Pointer into the trunk document. */
  readonly path: string;
  readonly message: string;
}

export interface JambonzTrunks {
  readonly carriers: readonly JambonzCarrier[];
  readonly sip_gateways: readonly JambonzSipGateway[];
  readonly routes: readonly JambonzRoute[];
  readonly gaps: readonly JambonzGap[];
}

/** Carries the addresses that may call in; no gateway can have the name, for theirs have no spaces. */
export const ACL_CARRIER = "studio acl";

/**
 * A trunk document as jambonz keeps it: a carrier with one outbound SIP gateway per gateway, a carrier for the ACL, and
 * a route per prefix, longest first.
 * @param passwords in the clear, by gateway name
 */
export function jambonzTrunks(document: TrunkDocument, passwords: ReadonlyMap<string, string>): JambonzTrunks {
  const gaps: JambonzGap[] = [];
  const carriers = document.gateways.map((gateway) =>
    carrierOf(gateway, document, passwords.get(gateway.name) ?? null),
  );
  const outbound = document.gateways.map(outboundOf);
  const inbound = document.acl.flatMap(({ cidr }, index) => {
    const [, address, bits] = /^(\d+\.\d+\.\d+\.\d+)(?:\/(\d+))?$/.exec(cidr) ?? [];
    if (address === undefined)
      gaps.push({ path: `/acl/${index}/cidr`, message: "jambonz takes IPv4 only: not admitted" });
    return address === undefined ? [] : [inboundOf(address, bits === undefined ? 32 : Number(bits))];
  });
  gaps.push(...gatewayGaps(document), ...plusGaps(document));
  return {
    carriers:
      inbound.length > 0
        ? [...carriers, { ...PLAIN, name: ACL_CARRIER, is_active: true, e164_leading_plus: true }]
        : carriers,
    sip_gateways: [...outbound, ...inbound],
    routes: routesOf(document),
    gaps,
  };
}

const PLAIN = {
  trunk_type: "static_ip",
  requires_register: false,
  register_username: null,
  register_password: null,
  register_sip_realm: null,
} as const;

function carrierOf(gateway: Gateway, document: TrunkDocument, password: string | null): JambonzCarrier {
  const { name, enabled, username, auth_realm, register } = gateway;
  return {
    ...PLAIN,
    name,
    is_active: enabled,
    e164_leading_plus: prependsOf(document, name).every((prepend) => prepend.startsWith("+")),
    ...(username !== null && {
      trunk_type: register ? "reg" : "auth",
      requires_register: register,
      register_username: username,
      register_password: password,
      // Null: jambonz takes the gateway's own address.
      register_sip_realm: auth_realm,
    }),
  };
}

function outboundOf({ name, host, port, transport, enabled }: Gateway): JambonzSipGateway {
  return {
    carrier: name,
    ipv4: host,
    netmask: 32,
    port,
    protocol: transport,
    inbound: false,
    outbound: true,
    is_active: enabled,
  };
}

function inboundOf(ipv4: string, netmask: number): JambonzSipGateway {
  return {
    carrier: ACL_CARRIER,
    ipv4,
    netmask,
    port: null,
    protocol: "udp",
    inbound: true,
    outbound: false,
    is_active: true,
  };
}

function routesOf({ prefix_routes }: TrunkDocument): JambonzRoute[] {
  const longest_first = [...prefix_routes].sort((a, b) => b.prefix.length - a.prefix.length);
  return longest_first.map(({ prefix, gateways }, priority) => ({
    // jambonz compares the number without its plus.
    regex: prefix === "" ? ".*" : `^${prefix}`,
    priority,
    carriers: gateways.map((gateway) => ({ ...gateway, workload: 1 })),
  }));
}

function gatewayGaps({ gateways, prefix_routes }: TrunkDocument): JambonzGap[] {
  const kept = "jambonz does not know it; the studio keeps to it when it places calls";
  return [
    ...gateways.flatMap((gateway, index) => [
      ...(gateway.max_concurrent_calls === null
        ? []
        : [{ path: `/gateways/${index}/max_concurrent_calls`, message: kept }]),
      ...(gateway.calls_per_second === null ? [] : [{ path: `/gateways/${index}/calls_per_second`, message: kept }]),
    ]),
    ...prefix_routes.flatMap((route, index) => {
      const path = `/prefix_routes/${index}`;
      return [
        ...(route.strip > 0 ? [{ path: `${path}/strip`, message: kept }] : []),
        ...(/^\+?$/.test(route.prepend) ? [] : [{ path: `${path}/prepend`, message: kept }]),
        ...(route.caller_id === null ? [] : [{ path: `${path}/caller_id`, message: kept }]),
      ];
    }),
  ];
}

/** A carrier either has the plus or not; routes over one gateway must agree. */
function plusGaps(document: TrunkDocument): JambonzGap[] {
  return document.gateways.flatMap(({ name }, index) => {
    const signs = new Set(prependsOf(document, name).map((prepend) => prepend.startsWith("+")));
    if (signs.size < 2) return [];
    const message = "routes over this gateway dial with a plus and without; jambonz will dial all of them without";
    return [{ path: `/gateways/${index}`, message }];
  });
}

function prependsOf({ prefix_routes }: TrunkDocument, name: string): string[] {
  return prefix_routes
    .filter(({ gateways }) => gateways.some((gateway) => gateway.name === name))
    .map((r) => r.prepend);
}
