import { type Static, Type } from "@sinclair/typebox";
import { Body, FindingSchema, Nullable, OneOf, Timestamp, Uuid } from "../http/schema";
import { CODECS, defaultPort, TRANSPORTS, type TrunkDocument } from "./document";

const GATEWAY_NAME = "^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$";
const E164 = "^\\+[1-9][0-9]{4,14}$";

const Name = Type.String({ pattern: GATEWAY_NAME, description: "Unique within the document" });

const GatewayFields = {
  name: Name,
  enabled: Type.Optional(Type.Boolean({ default: true })),
  host: Type.String({ minLength: 1, maxLength: 253, description: "Name or address of the SIP peer" }),
  port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535, description: "Default 5060, with tls 5061" })),
  transport: Type.Optional(OneOf(TRANSPORTS, { description: "Default udp" })),
  username: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 200 }))),
  auth_realm: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 200 }))),
  register: Type.Optional(Type.Boolean({ default: false, description: "Keep up a registration with the peer" })),
  codecs: Type.Optional(
    Type.Array(OneOf(CODECS), {
      minItems: 1,
      uniqueItems: true,
      description: "In order of preference; default PCMA, PCMU",
    }),
  ),
  max_concurrent_calls: Type.Optional(
    Nullable(Type.Integer({ minimum: 1, maximum: 100_000, description: "null: no limit" })),
  ),
  calls_per_second: Type.Optional(
    Nullable(Type.Number({ exclusiveMinimum: 0, maximum: 1000, description: "null: no limit" })),
  ),
};

const Password = Type.Optional(
  Nullable(
    Type.String({ minLength: 1, maxLength: 500, description: "Write-only. Left out: stays as it is; null: removed" }),
  ),
);

const AclEntry = Body({
  cidr: Type.String({ minLength: 1, maxLength: 60, description: "Such as 192.0.2.0/24" }),
  description: Type.Optional(Type.String({ maxLength: 200, default: "" })),
});

const Route = Body({
  prefix: Type.String({
    pattern: "^[0-9]{0,15}$",
    description: "Leading digits without the plus; empty: every number",
  }),
  gateways: Type.Array(
    Body({ name: Name, priority: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000, default: 0 })) }),
    { minItems: 1, maxItems: 20 },
  ),
  caller_id: Type.Optional(Nullable(Type.String({ pattern: E164, description: "E.164; null: the campaign's" }))),
  strip: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 15, default: 0, description: "Digits taken from the front" }),
  ),
  prepend: Type.Optional(
    Type.String({ pattern: "^[+0-9*#]{0,20}$", description: "Put in front of what is left; default +" }),
  ),
});

const Lists = {
  acl: Type.Optional(Type.Array(AclEntry, { maxItems: 1000 })),
  prefix_routes: Type.Optional(Type.Array(Route, { maxItems: 5000 })),
};

export const TrunkBody = Body({
  gateways: Type.Array(Body({ ...GatewayFields, password: Password }), { maxItems: 200 }),
  ...Lists,
});
export type TrunkInput = Static<typeof TrunkBody>;

export const TrunkSchema = Type.Object({
  gateways: Type.Array(Type.Object({ ...GatewayFields, password_set: Type.Boolean() })),
  ...Lists,
  updated_at: Nullable(Timestamp),
  findings: Type.Array(FindingSchema, { description: "Warnings: what is allowed and probably not meant" }),
});

export const FindingsSchema = Type.Object({ valid: Type.Boolean(), findings: Type.Array(FindingSchema) });

/** What the voice gateway reads: passwords in the clear. */
export const OpenTrunkSchema = Type.Object({
  tenant_id: Uuid,
  gateways: Type.Array(Type.Object({ ...GatewayFields, password: Nullable(Type.String()) })),
  ...Lists,
});

/** Field names are jambonz's. */
export const JambonzTrunksSchema = Type.Object({
  tenant_id: Uuid,
  carriers: Type.Array(
    Type.Object({
      name: Type.String(),
      is_active: Type.Boolean(),
      e164_leading_plus: Type.Boolean(),
      trunk_type: OneOf(["static_ip", "auth", "reg"]),
      requires_register: Type.Boolean(),
      register_username: Nullable(Type.String()),
      register_password: Nullable(Type.String()),
      register_sip_realm: Nullable(Type.String()),
    }),
  ),
  sip_gateways: Type.Array(
    Type.Object({
      carrier: Type.String({ description: "Name of the carrier that it belongs to" }),
      ipv4: Type.String(),
      netmask: Type.Integer(),
      port: Nullable(Type.Integer()),
      protocol: OneOf(["udp", "tcp", "tls"]),
      inbound: Type.Boolean(),
      outbound: Type.Boolean(),
      is_active: Type.Boolean(),
    }),
  ),
  routes: Type.Array(
    Type.Object({
      regex: Type.String(),
      priority: Type.Integer(),
      carriers: Type.Array(Type.Object({ name: Type.String(), priority: Type.Integer(), workload: Type.Integer() })),
    }),
    { description: "Least-cost routing: tried by priority, the lowest first" },
  ),
  gaps: Type.Array(
    Type.Object({ path: Type.String({ description: "JSON Pointer into the trunk document" }), message: Type.String() }),
  ),
});

export const CredentialSchema = Type.Object({
  id: Uuid,
  name: Type.String(),
  created_at: Timestamp,
  last_used_at: Nullable(Timestamp),
});
export const NewCredentialSchema = Type.Object({
  ...CredentialSchema.properties,
  token: Type.String({ description: "Shown this once; for the Authorization header, scheme Bearer" }),
});
export const CredentialBody = Body({ name: Type.String({ minLength: 1, maxLength: 120, pattern: "\\S" }) });

/** The document as it is stored: complete, and without passwords. */
export function documentOf(input: TrunkInput): TrunkDocument {
  return {
    gateways: input.gateways.map((gateway) => ({
      name: gateway.name,
      enabled: gateway.enabled ?? true,
      host: gateway.host,
      port: gateway.port ?? defaultPort(gateway.transport ?? "udp"),
      transport: gateway.transport ?? "udp",
      username: gateway.username ?? null,
      auth_realm: gateway.auth_realm ?? null,
      register: gateway.register ?? false,
      codecs: gateway.codecs ?? ["PCMA", "PCMU"],
      max_concurrent_calls: gateway.max_concurrent_calls ?? null,
      calls_per_second: gateway.calls_per_second ?? null,
    })),
    acl: (input.acl ?? []).map(({ cidr, description }) => ({ cidr, description: description ?? "" })),
    prefix_routes: (input.prefix_routes ?? []).map((route) => ({
      prefix: route.prefix,
      gateways: route.gateways.map(({ name, priority }) => ({ name, priority: priority ?? 0 })),
      caller_id: route.caller_id ?? null,
      strip: route.strip ?? 0,
      prepend: route.prepend ?? "+",
    })),
  };
}
