import Ajv from "ajv/dist/2020";
import fc from "fast-check";
import { DefinitionV1 } from "../../src/scenario/definition_v1";
import { DefinitionV2 } from "../../src/scenario/definition_v2";
import { migrateToV2 } from "../../src/scenario/migrate";
import { validate } from "../../src/scenario/validate";
import { anyGraph, mutated, rewired, validV1, validV2 } from "./arbitrary";
import { reminderV1, reminderV2 } from "./examples";
import { faultsOf } from "./walk";

const ajv = new Ajv({ strict: true, allowUnionTypes: true });
const published = { v1: ajv.compile(DefinitionV1), v2: ajv.compile(DefinitionV2) };

/** An accepted document has no fault that an independent walk of it finds, and fits the published schema. */
function expectSound(document: unknown): void {
  const format = (document as { format: "v1" | "v2" }).format;
  expect(published[format](document)).toBe(true);
  expect(faultsOf(document as Record<string, unknown>)).toEqual([]);
}

const errorsOf = (document: unknown) => validate(document).findings.filter((finding) => finding.severity === "error");

describe("validation of random documents", () => {
  test("any JSON gets an answer, and none that is no definition is accepted", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (document) => {
        expect(validate(document).valid).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  test("random v2 definitions that are sound by construction are accepted", () => {
    fc.assert(
      fc.property(validV2(), (definition) => {
        expect(errorsOf(definition)).toEqual([]);
        expectSound(definition);
      }),
      { numRuns: 200 },
    );
  });

  test("random v1 definitions that are sound by construction are accepted, and so is their translation", () => {
    fc.assert(
      fc.property(validV1(), (definition) => {
        const before = structuredClone(definition);
        expect(errorsOf(definition)).toEqual([]);
        expectSound(definition);
        const translated = migrateToV2(definition);
        expect(errorsOf(translated)).toEqual([]);
        expectSound(translated);
        expect(definition).toEqual(before);
      }),
      { numRuns: 200 },
    );
  });

  test("what is accepted of damaged definitions has none of the faults; what is not says where", () => {
    let accepted = 0;
    const definitions = fc.oneof(validV1(5), validV2(5), fc.constant(reminderV1()), fc.constant(reminderV2()));
    fc.assert(
      fc.property(mutated(definitions), (document) => {
        const { valid, findings, definition } = validate(document);
        expect(valid).toBe(!findings.some((finding) => finding.severity === "error"));
        expect(findings.filter((finding) => !pointsInto(document, finding.path))).toEqual([]);
        if (!definition) return;
        accepted++;
        expectSound(document);
        if (definition.format === "v1") {
          expect(errorsOf(migrateToV2(definition))).toEqual([]);
          expectSound(migrateToV2(definition));
        }
      }),
      { numRuns: 1000 },
    );
    // Otherwise the property above would have looked at nothing.
    expect(accepted).toBeGreaterThan(50);
  });
});

describe("validation and an independent walk", () => {
  const PATHS = [
    "dangling_edge",
    "unknown_flow",
    "return_outside_flow",
    "recursive_flow",
    "missing_start",
    "missing_field",
  ];
  PATHS.push("unreachable_node", "unused_flow", "loop_without_input", "no_path_to_end", "ask_without_way_out");
  const documents = fc.oneof(rewired(validV1(3)), rewired(validV2(3)), anyGraph(), anyGraph(), anyGraph());

  /** Both find the paths at fault, or neither does. @returns the kinds that validation found */
  function expectAgreement(document: object): Set<string> {
    const codes = new Set(errorsOf(document).map((finding) => finding.code));
    const found = new Set(PATHS.filter((code) => codes.has(code)));
    const faults = faultsOf(document as Record<string, unknown>);
    if (found.size > 0 !== faults.length > 0)
      throw new Error(`validation found ${[...found]}, the walk ${faults}: ${JSON.stringify(document)}`);
    return found;
  }

  test("agree on which graphs have paths at fault", () => {
    fc.assert(
      fc.property(documents, (document) => void expectAgreement(document)),
      { numRuns: 500 },
    );
  });

  test("agree where there is one kind of fault only, for every kind", () => {
    const alone = new Map<string, number>();
    for (const document of fc.sample(documents as fc.Arbitrary<object>, { numRuns: 2000, seed: 29092 })) {
      const [kind, ...others] = expectAgreement(document);
      if (kind !== undefined && others.length === 0) alone.set(kind, (alone.get(kind) ?? 0) + 1);
    }
    // Otherwise little would have been said about a kind: another fault may have been what both found.
    const kinds = [
      "dangling_edge",
      "unknown_flow",
      "recursive_flow",
      "missing_start",
      "unreachable_node",
      "unused_flow",
    ];
    expect([...alone.keys()]).toEqual(
      expect.arrayContaining([...kinds, "missing_field", "loop_without_input", "no_path_to_end"]),
    );
  });
});

/** Whether a JSON Pointer leads to something in the document, or to a field that is missing from something in it. */
function pointsInto(document: unknown, path: string): boolean {
  const keys = path
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  let value = document;
  for (const [index, key] of keys.entries()) {
    if (value === null || typeof value !== "object") return false;
    if (!Object.hasOwn(value, key)) return index === keys.length - 1;
    value = (value as Record<string, unknown>)[key];
  }
  return true;
}
