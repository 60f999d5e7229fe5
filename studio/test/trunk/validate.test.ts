import fc from "fast-check";
import type { TrunkDocument } from "../../src/trunk/document";
import { routeOf } from "../../src/trunk/routing";
import { validateTrunks } from "../../src/trunk/validate";
import { gateway, to, trunks } from "./samples";

const found = (document: TrunkDocument, with_password: string[] = []) =>
  validateTrunks(document, (name) => with_password.includes(name)).map(
    ({ severity, code, path }) => `${severity} ${code} ${path}`,
  );

test("a sound document has no findings", () => {
  const document = trunks({
    gateways: [
      gateway("a", { username: "u", register: true }),
      gateway("b", { host: "192.0.2.7" }),
      gateway("c", { host: "2001:db8::1" }),
      gateway("d", { host: "SIP-1.example.com." }),
    ],
    acl: [
      { cidr: "192.0.2.0/24", description: "" },
      { cidr: "2001:db8::/32", description: "" },
    ],
    prefix_routes: [to("49", "a", "b"), to("", "c", "d")],
  });
  expect(found(document, ["a"])).toEqual([]);
});

test("names that are there twice or point nowhere are errors", () => {
  const document = trunks({
    gateways: [gateway("a"), gateway("A")],
    prefix_routes: [to("49", "a", "A", "a"), to("49", "b")],
  });
  expect(found(document)).toEqual([
    "error DUPLICATE_GATEWAY /gateways/1/name",
    "error REPEATED_GATEWAY /prefix_routes/0/gateways/2/name",
    "error DUPLICATE_PREFIX /prefix_routes/1/prefix",
    "error UNKNOWN_GATEWAY /prefix_routes/1/gateways/0/name",
  ]);
});

test.each([
  "-a.example",
  "a..b",
  "a b",
  "http://a.example",
  "a.example:5060",
  "192.0.2.256",
  "1.2.3",
  "",
  "a_b.example",
  "é.example",
])("%j is no host", (host) => {
  expect(found(trunks({ gateways: [gateway("a", { host })] }))).toEqual(["error BAD_HOST /gateways/0/host"]);
});

test("a registration needs a user and a password; half a login is a warning", () => {
  const registering = gateway("a", { register: true });
  expect(found(trunks({ gateways: [registering] }))).toEqual(["error REGISTRATION_NEEDS_LOGIN /gateways/0/username"]);
  const named = { ...registering, username: "u" };
  expect(found(trunks({ gateways: [named] }))).toEqual(["error REGISTRATION_NEEDS_LOGIN /gateways/0/password"]);
  expect(found(trunks({ gateways: [gateway("a", { username: "u" })] }))).toEqual([
    "warning NO_PASSWORD /gateways/0/password",
  ]);
  expect(found(trunks({ gateways: [gateway("a")] }), ["a"])).toEqual(["warning NO_USERNAME /gateways/0/username"]);
});

test.each([
  ["10.0.0.0/33", "error BAD_RANGE"],
  ["anywhere", "error BAD_RANGE"],
  ["0.0.0.0/0", "warning OPEN_TO_ALL"],
  ["192.0.2.7/24", "warning HOST_BITS"],
  ["2001:db8::1/64", "warning HOST_BITS"],
])("the range %s: %s", (cidr, finding) => {
  expect(found(trunks({ acl: [{ cidr, description: "" }] }))).toEqual([`${finding} /acl/0/cidr`]);
});

test("the same range in two spellings is there twice", () => {
  const acl = ["2001:db8::/32", "2001:0DB8:0::/32", "192.0.2.1", "192.0.2.1/32"].map((cidr) => ({
    cidr,
    description: "",
  }));
  expect(found(trunks({ acl }))).toEqual(["error DUPLICATE_RANGE /acl/1/cidr", "error DUPLICATE_RANGE /acl/3/cidr"]);
});

test("what nobody reaches or what reaches nobody is a warning", () => {
  const document = trunks({
    gateways: [gateway("off", { enabled: false }), gateway("idle")],
    prefix_routes: [{ ...to("49", "off"), strip: 3 }],
  });
  expect(found(document)).toEqual([
    "warning ALL_DISABLED /prefix_routes/0/gateways",
    "warning STRIPS_TOO_MUCH /prefix_routes/0/strip",
    "warning UNUSED_GATEWAY /gateways/1/name",
  ]);
});

test("whatever passes without an error can be routed by", () => {
  const name = fc.constantFrom("a", "b", "c");
  const document = fc.record({
    gateways: fc.array(fc.record({ name, enabled: fc.boolean(), host: fc.constantFrom("h.example", "!") }), {
      maxLength: 3,
    }),
    acl: fc.array(fc.string(), { maxLength: 2 }),
    routes: fc.array(fc.tuple(fc.constantFrom("", "4", "49"), fc.array(name, { minLength: 1, maxLength: 3 })), {
      maxLength: 3,
    }),
  });
  let accepted = 0;
  fc.assert(
    fc.property(document, (drawn) => {
      const made = trunks({
        gateways: drawn.gateways.map(({ name, ...more }) => gateway(name, more)),
        acl: drawn.acl.map((cidr) => ({ cidr, description: "" })),
        prefix_routes: drawn.routes.map(([prefix, names]) => to(prefix, ...names)),
      });
      if (found(made).some((finding) => finding.startsWith("error"))) return;
      accepted++;
      for (const route of made.prefix_routes) {
        for (const { name } of route.gateways) expect(made.gateways.filter((g) => g.name === name)).toHaveLength(1);
        const choice = routeOf(made, `+${route.prefix}0`);
        const usable = route.gateways.some(({ name }) => made.gateways.find((g) => g.name === name)!.enabled);
        if (usable) expect(choice!.prefix).toBe(route.prefix);
      }
    }),
    { numRuns: 2000 },
  );
  expect(accepted).toBeGreaterThan(50);
});
