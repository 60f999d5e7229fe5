import fc from "fast-check";
import { routeOf } from "../../src/trunk/routing";
import { gateway, to, trunks } from "./samples";

const names = (choice: ReturnType<typeof routeOf>) => choice?.gateways.map(({ name }) => name);

test("the longest prefix wins, wherever it stands in the document", () => {
  const document = trunks({
    gateways: [gateway("world"), gateway("germany"), gateway("berlin")],
    prefix_routes: [to("49", "germany"), to("4930", "berlin"), to("", "world")],
  });
  expect(names(routeOf(document, "+493012345"))).toEqual(["berlin"]);
  expect(names(routeOf(document, "+498912345"))).toEqual(["germany"]);
  expect(names(routeOf(document, "+85512345"))).toEqual(["world"]);
});

test("a number without a route is not called", () => {
  const document = trunks({ gateways: [gateway("a")], prefix_routes: [to("49", "a")] });
  expect(routeOf(document, "+331234567")).toBeNull();
  expect(routeOf(trunks({ gateways: [gateway("a")] }), "+331234567")).toBeNull();
});

test("priorities are kept, and equals take turns", () => {
  const document = trunks({
    gateways: ["a", "b", "c", "d"].map((name) => gateway(name)),
    prefix_routes: [to("", "d:9", "b:1", "a:1", "c:1")],
  });
  expect([0, 1, 2, 3].map((turn) => names(routeOf(document, "+491", turn))!.join(""))).toEqual([
    "bacd",
    "acbd",
    "cbad",
    "bacd",
  ]);
});

test("a prefix whose gateways are all disabled leaves the call to a shorter one", () => {
  const document = trunks({
    gateways: [gateway("off", { enabled: false }), gateway("on")],
    prefix_routes: [to("49", "off"), to("", "off", "on")],
  });
  expect(routeOf(document, "+49301")).toMatchObject({ prefix: "", gateways: [{ name: "on" }] });
});

test("digits are taken away and put in front as the peer wants them", () => {
  const route = { ...to("49", "a"), strip: 2, prepend: "0", caller_id: "+4930999" };
  const document = trunks({ gateways: [gateway("a")], prefix_routes: [route] });
  expect(routeOf(document, "+493012345")).toMatchObject({ dialled: "03012345", caller_id: "+4930999" });
  const plain = trunks({ gateways: [gateway("a")], prefix_routes: [to("", "a")] });
  expect(routeOf(plain, "+493012345")!.dialled).toBe("+493012345");
});

test("the choice agrees with trying every prefix of the number, longest first", () => {
  const digits = fc.string({ unit: fc.constantFrom("1", "2"), maxLength: 5 });
  fc.assert(
    fc.property(fc.uniqueArray(digits, { maxLength: 12 }), digits, (prefixes, number) => {
      const document = trunks({
        gateways: prefixes.map((prefix) => gateway(`to_${prefix}`)),
        prefix_routes: prefixes.map((prefix) => to(prefix, `to_${prefix}`)),
      });
      let expected: string | null = null;
      for (let length = number.length; length >= 0 && expected === null; length--) {
        if (prefixes.includes(number.slice(0, length))) expected = number.slice(0, length);
      }
      expect(routeOf(document, `+${number}`)?.prefix ?? null).toBe(expected);
    }),
  );
});
