/** The operations of the served OpenAPI document, and a request for each that is of the right form. */
import Ajv from "ajv";
import addFormats from "ajv-formats";
import type { Client, SendOptions } from "../harness/client";

/** A JSON schema as the document has it. */
// biome-ignore lint/suspicious/noExplicitAny: any keyword may be there
type Schema = any;

export interface Operation {
  method: string;
  /** With the base path, parameters as `{name}`. */
  path: string;
  security: "public" | "bearer" | "gateway";
  query: { name: string; schema: Schema }[];
  /** By content type. */
  body: Record<string, { schema?: Schema }> | null;
}

const METHODS = ["get", "post", "put", "patch", "delete"];

/** Every operation, in the document's order. */
export function operations({ contract }: Client): Operation[] {
  return Object.entries(contract.document.paths as Record<string, Schema>).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method] !== undefined).map((method) => {
      const { security, parameters = [], requestBody } = item[method];
      const scheme = Object.keys(security[0] ?? {})[0];
      return {
        method: method.toUpperCase(),
        path,
        security: scheme === "bearer" || scheme === "gateway" ? scheme : "public",
        query: parameters.filter((one: Schema) => one.in === "query" && one.required),
        body: requestBody?.content ?? null,
      } as const;
    }),
  );
}

export const nameOf = ({ method, path }: Operation) => `${method} ${path}`;

/** What no schema tells: a value that is right by the name of its field. */
const BY_NAME: Record<string, unknown> = {
  time_zone: "Europe/Berlin",
  language: "en",
  email: "someone@example.test",
  number: "+4930123456",
  caller_number: "+4930123456",
  to: "+4930123456",
  url: "https://receiver.example/hook",
  definition: { format: "v2" },
};

const AN_ID = "0192f0c1-7a55-7c3e-9d8e-000000000000";

/** The smallest value that a schema takes: what is required, and one field where an empty object is not enough. */
export function minimal(schema: Schema, name = ""): unknown {
  if (name in BY_NAME) return BY_NAME[name];
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  const union = schema.anyOf ?? schema.oneOf;
  if (union) return minimal(union[0], name);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case "object": {
      const names: string[] = schema.required ?? [];
      const all = Object.keys(schema.properties ?? {});
      const chosen = names.length < (schema.minProperties ?? 0) ? all.slice(0, schema.minProperties) : names;
      return Object.fromEntries(chosen.map((key) => [key, minimal(schema.properties[key], key)]));
    }
    case "array":
      return Array.from({ length: schema.minItems ?? 0 }, () => minimal(schema.items));
    case "integer":
    case "number":
      return schema.minimum ?? 1;
    case "boolean":
      return true;
    case "null":
      return null;
    case "string":
      if (schema.format === "uuid") return AN_ID;
      if (schema.format === "date-time") return "2026-01-05T10:00:00Z";
      return "something".padEnd(schema.minLength ?? 0, "x");
    default:
      return {};
  }
}

const ajv = addFormats(new Ajv({ strict: false }));

/**
 * A request that the operation takes, as far as its form goes.
 * @param ids value of each parameter of the path, and of each parameter of the query that is an id
 * @throws Error where the made body or query is not one that the document takes: then BY_NAME lacks a field
 */
export function requestFor(
  operation: Operation,
  ids: (name: string) => string,
): { path: string; options: SendOptions } {
  const made = (schema: Schema, name = "") => {
    const value = minimal(schema, name);
    if (!ajv.validate(schema, value)) {
      throw new Error(`${nameOf(operation)}: ${JSON.stringify(value)} is refused: ${ajv.errorsText()}`);
    }
    return value;
  };
  const filled = operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(ids(name)));
  const query = operation.query
    .map(({ name, schema }) => [name, name.endsWith("_id") ? ids(name) : String(made(schema, name))] as const)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
  // The client's paths are beneath the base path, or from the root behind a second slash.
  const path = (filled.startsWith("/api/v1/") ? filled.slice("/api/v1".length) : `/${filled}`) + (query && `?${query}`);
  const csv = operation.path.endsWith("/contacts/upload");
  if (csv) return { path, options: { raw: { type: "text/csv", text: "number\n+4930123456\n" } } };
  const schema = operation.body?.["application/json"]?.schema;
  return { path, options: schema === undefined ? {} : { body: made(schema) } };
}
