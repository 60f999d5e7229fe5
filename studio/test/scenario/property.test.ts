import Ajv from "ajv/dist/2020";
import fc from "fast-check";
import { DefinitionV1 } from "../../src/scenario/definition_v1";
import { DefinitionV2 } from "../../src/scenario/definition_v2";
import { migrateToV2 } from "../../src/scenario/migrate";
import { validate } from "../../src/scenario/validate";
import { mutated, validV1, validV2 } from "./arbitrary";
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
      { numRuns: 300 },
    );
  });

  test("random v2 definitions that are sound by construction are accepted", () => {
    fc.assert(
      fc.property(validV2(), (definition) => {
        expect(errorsOf(definition)).toEqual([]);
        expectSound(definition);
      }),
      { numRuns: 300 },
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
      { numRuns: 300 },
    );
  });

  test("what is accepted of damaged definitions has none of the faults; what is not says where", () => {
    let accepted = 0;
    const definitions = fc.oneof(validV1(5), validV2(5), fc.constant(reminderV1()), fc.constant(reminderV2()));
    fc.assert(
      fc.property(mutated(definitions), (document) => {
        const { valid, findings, definition } = validate(document);
        expect(valid).toBe(!findings.some((finding) => finding.severity === "error"));
        for (const finding of findings) expect(pointsInto(document, finding.path)).toBe(true);
        if (!definition) return;
        accepted++;
        expectSound(document);
        if (definition.format === "v1") {
          expect(errorsOf(migrateToV2(definition))).toEqual([]);
          expectSound(migrateToV2(definition));
        }
      }),
      { numRuns: 1500 },
    );
    // Otherwise the property above would have looked at nothing.
    expect(accepted).toBeGreaterThan(100);
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
