import { configDocument } from "../../src/mqtt/document";
import { defaultSettings } from "../../src/mqtt/settings";

/** Every object and array within. */
function within(value: unknown, found = new Set<unknown>()): Set<unknown> {
  if (typeof value !== "object" || value === null) return found;
  found.add(value);
  for (const part of Object.values(value)) within(part, found);
  return found;
}

test("the configuration's document is made anew each time: XS refuses to write an object that lies in flash as JSON", () => {
  const make = () => configDocument(defaultSettings("0a1b2c"), { enabled: true, ssid: "Home", password_set: true });
  const [first, second] = [within(make()), within(make())];
  expect([...first].filter((part) => second.has(part))).toEqual([]);
});
