/**
 * Freezes what the engine brings, as the board's image does. There an object that inherits a property from a built-in
 * cannot be given its own by assignment: a module that does it never gets past its start.
 */
const frozen = new Set<unknown>([globalThis]);

function freeze(value: unknown): void {
  if (frozen.has(value) || value === null || (typeof value !== "object" && typeof value !== "function")) return;
  frozen.add(value);
  Object.freeze(value);
  freeze(Object.getPrototypeOf(value));
  for (const { value: held, get, set } of Object.values(Object.getOwnPropertyDescriptors(value))) {
    freeze(held);
    freeze(get);
    freeze(set);
  }
}

for (const { value } of Object.values(Object.getOwnPropertyDescriptors(globalThis))) freeze(value);
// Named by no global.
for (const made of [function* () {}, async () => {}, async function* () {}, [][Symbol.iterator]()]) freeze(made);
