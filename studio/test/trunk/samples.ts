import type { Gateway, TrunkDocument } from "../../src/trunk/document";

export const gateway = (name: string, more: Partial<Gateway> = {}): Gateway => ({
  name,
  enabled: true,
  host: "sip.example.com",
  port: 5060,
  transport: "udp",
  username: null,
  auth_realm: null,
  register: false,
  codecs: ["PCMA"],
  max_concurrent_calls: null,
  calls_per_second: null,
  ...more,
});

export const trunks = (document: Partial<TrunkDocument>): TrunkDocument => ({
  gateways: [],
  acl: [],
  prefix_routes: [],
  ...document,
});

/** A route to these gateways, all of the same priority unless `name:priority`. */
export const to = (prefix: string, ...names: string[]) => ({
  prefix,
  gateways: names.map((text) => ({ name: text.split(":")[0]!, priority: Number(text.split(":")[1] ?? 0) })),
  caller_id: null,
  strip: 0,
  prepend: "+",
});
