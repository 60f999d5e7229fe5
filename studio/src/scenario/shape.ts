/** Holds a value against one part of a published schema and says in words what does not fit. */
import type { TSchema } from "@sinclair/typebox";
import type { ErrorObject, ValidateFunction } from "ajv";
import Ajv from "ajv/dist/2020";
import type { FindingCode } from "./finding_codes";
import type { Findings, Keys } from "./findings";

const ajv = new Ajv({ allErrors: true, verbose: true, strict: true, allowUnionTypes: true });
const compiled = new WeakMap<TSchema, ValidateFunction>();

/** A copy of a schema in which other parts (`$ref`) are anything: they are checked on their own. */
function alone(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(alone);
  if (schema === null || typeof schema !== "object") return schema;
  if ("$ref" in schema) return {};
  const kept = Object.entries(schema).filter(([key]) => key !== "$defs" && key !== "$id" && key !== "$schema");
  return Object.fromEntries(kept.map(([key, value]) => [key, alone(value)]));
}

function validator(schema: TSchema): ValidateFunction {
  let validate = compiled.get(schema);
  if (!validate) {
    validate = ajv.compile(alone(JSON.parse(JSON.stringify(schema))) as object);
    compiled.set(schema, validate);
  }
  return validate;
}

/**
 * Checks the fields of `value` itself, not those of the parts that its schema refers to.
 * @param keys where `value` stands in the document
 * @returns whether it fits
 */
export function fits(findings: Findings, schema: TSchema, value: unknown, nodeId: string | null, keys: Keys): boolean {
  const validate = validator(schema);
  if (validate(value)) return true;
  const errors = validate.errors ?? [];
  const unions = errors.filter((error) => error.keyword === "anyOf").map((error) => `${error.schemaPath}/`);
  for (const error of errors) {
    if (unions.some((union) => error.schemaPath.startsWith(union))) continue;
    const { code, message, key } = describe(error);
    const inside = error.instancePath.split("/").slice(1).map(unescape_key);
    const path = [...keys, ...inside, ...(key === undefined ? [] : [key])];
    const field = path.at(-1);
    findings.add(code, nodeId, path, field === undefined ? `The document ${message}.` : `${shown(field)} ${message}.`);
  }
  return false;
}

const unescape_key = (key: string) => key.replaceAll("~1", "/").replaceAll("~0", "~");

function shown(key: string | number): string {
  const text = String(key);
  return /^\d+$/.test(text) ? `Entry ${text}` : `"${text.length > 70 ? `${text.slice(0, 70)}…` : text}"`;
}

interface Described {
  code: FindingCode;
  message: string;
  /** The field meant, where it is not the value itself. */
  key?: string;
}

const KINDS: Record<string, string> = {
  string: "a text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

function describe(error: ErrorObject): Described {
  const { params, parentSchema } = error;
  switch (error.keyword) {
    case "required":
      return { code: "missing_field", message: "is missing", key: String(params["missingProperty"]) };
    case "additionalProperties":
      return { code: "unknown_field", message: "is no field known here", key: String(params["additionalProperty"]) };
    case "type":
      return { code: "wrong_type", message: `must be ${KINDS[String(params["type"])] ?? String(params["type"])}` };
    case "const":
      return { code: "wrong_value", message: `must be ${JSON.stringify(params["allowedValue"])}` };
    case "anyOf":
      return { code: "wrong_value", message: `must be ${alternatives(parentSchema?.["anyOf"])}` };
    case "pattern": {
      const meaning = typeof parentSchema?.["description"] === "string" ? ` (${parentSchema["description"]})` : "";
      return { code: "bad_format", message: `must have the form ${String(params["pattern"])}${meaning}` };
    }
    case "uniqueItems":
      return { code: "duplicate_entry", message: "must not hold the same entry twice" };
    default:
      return { code: "limit_exceeded", message: error.message ?? "is beyond a limit" };
  }
}

function alternatives(schemas: unknown): string {
  const words = (Array.isArray(schemas) ? schemas : []).map((schema: Record<string, unknown>) =>
    "const" in schema ? JSON.stringify(schema["const"]) : (KINDS[String(schema["type"])] ?? "something else"),
  );
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} or ${words.at(-1)}` : (words[0] ?? "something else");
}
