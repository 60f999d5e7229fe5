import type { TrunkDocument } from "../../src/trunk/document";
import { jambonzTrunks } from "../../src/trunk/jambonz";
import { routeOf } from "../../src/trunk/routing";
import { gateway as sampleGateway } from "./samples";

const gateway: typeof sampleGateway = (name, more) => sampleGateway(name, { host: "sip.carrier.example", ...more });
const document: TrunkDocument = {
  gateways: [
    gateway("main", { username: "u1", auth_realm: "carrier.example" }),
    gateway("backup", { host: "192.0.2.7", port: 5061, transport: "tls", username: "u2", register: true }),
    gateway("old", { enabled: false }),
  ],
  acl: [
    { cidr: "198.51.100.0/24", description: "" },
    { cidr: "203.0.113.9", description: "" },
    { cidr: "2001:db8::/32", description: "" },
  ],
  prefix_routes: [
    { prefix: "", gateways: [{ name: "backup", priority: 0 }], caller_id: null, strip: 0, prepend: "+" },
    {
      prefix: "4930",
      gateways: [
        { name: "main", priority: 0 },
        { name: "backup", priority: 5 },
      ],
      caller_id: null,
      strip: 0,
      prepend: "+",
    },
    { prefix: "49", gateways: [{ name: "main", priority: 0 }], caller_id: null, strip: 0, prepend: "+" },
  ],
};

test("gateways become carriers with an outbound gateway, credentials where they belong", () => {
  const { carriers, sip_gateways } = jambonzTrunks(
    document,
    new Map([
      ["main", "p1"],
      ["backup", "p2"],
    ]),
  );
  expect(carriers.slice(0, 3)).toMatchObject([
    {
      name: "main",
      trunk_type: "auth",
      requires_register: false,
      register_username: "u1",
      register_password: "p1",
      register_sip_realm: "carrier.example",
    },
    {
      name: "backup",
      trunk_type: "reg",
      requires_register: true,
      register_username: "u2",
      register_password: "p2",
      register_sip_realm: null,
    },
    { name: "old", trunk_type: "static_ip", is_active: false, register_username: null, register_password: null },
  ]);
  expect(sip_gateways.filter(({ outbound }) => outbound)).toMatchObject([
    { carrier: "main", ipv4: "sip.carrier.example", port: 5060, protocol: "udp", netmask: 32 },
    { carrier: "backup", ipv4: "192.0.2.7", port: 5061, protocol: "tls", netmask: 32 },
    { carrier: "old", is_active: false },
  ]);
});

test("who may call in is a carrier of its own, and what jambonz cannot take is said", () => {
  const { carriers, sip_gateways, gaps } = jambonzTrunks(document, new Map());
  expect(carriers.at(-1)).toMatchObject({ name: "studio acl", requires_register: false });
  expect(
    sip_gateways.filter(({ inbound }) => inbound).map(({ ipv4, netmask, outbound }) => [ipv4, netmask, outbound]),
  ).toEqual([
    ["198.51.100.0", 24, false],
    ["203.0.113.9", 32, false],
  ]);
  expect(gaps).toEqual([{ path: "/acl/2/cidr", message: "jambonz takes IPv4 only: not admitted" }]);
  expect(jambonzTrunks({ ...document, acl: [] }, new Map()).carriers).toHaveLength(3);
});

test("routes go the way that the studio's own routing goes", () => {
  const { routes } = jambonzTrunks(document, new Map());
  for (const number of ["+493012", "+498912", "+15551", "+33"]) {
    const first = [...routes]
      .sort((a, b) => a.priority - b.priority)
      .find(({ regex }) => new RegExp(regex).test(number.slice(1)));
    const carriers = [...(first?.carriers ?? [])].sort((a, b) => a.priority - b.priority).map(({ name }) => name);
    expect(carriers).toEqual(routeOf(document, number)?.gateways.map(({ name }) => name));
  }
});

test("limits and rewriting that jambonz does not know are named, with their place", () => {
  const { gaps, carriers } = jambonzTrunks(
    {
      gateways: [gateway("main", { max_concurrent_calls: 5, calls_per_second: 2 })],
      acl: [],
      prefix_routes: [
        { prefix: "49", gateways: [{ name: "main", priority: 0 }], caller_id: "+4930", strip: 2, prepend: "0" },
        { prefix: "", gateways: [{ name: "main", priority: 0 }], caller_id: null, strip: 0, prepend: "+" },
      ],
    },
    new Map(),
  );
  expect(gaps.map(({ path }) => path)).toEqual([
    "/gateways/0/max_concurrent_calls",
    "/gateways/0/calls_per_second",
    "/prefix_routes/0/strip",
    "/prefix_routes/0/prepend",
    "/prefix_routes/0/caller_id",
    "/gateways/0",
  ]);
  expect(carriers[0]?.e164_leading_plus).toBe(false);
});
