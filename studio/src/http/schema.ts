import { type Static, type TSchema, Type } from "@sinclair/typebox";

/** Pieces of schemas that all resources share. */
export const Uuid = Type.String({ format: "uuid" });
export const Timestamp = Type.String({ format: "date-time", description: "RFC 3339, UTC" });

/** The number of a version, as far as the database counts. */
export const VersionNumber = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

/** A string that is one of `values`. */
export function OneOf<const Values extends readonly string[]>(values: Values, options: { description?: string } = {}) {
  return Type.Unsafe<Values[number]>({ type: "string", enum: [...values], ...options });
}

/** A string, number or boolean schema that may also be null. */
export function Nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Unsafe<Static<Schema> | null>({ ...schema, type: [schema["type"] as string, "null"] });
}

/** The body of a request: names that are not known are refused, so that a misspelt field is not silently lost. */
export function Body<Properties extends Record<string, TSchema>>(properties: Properties, options: object = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

export const PageQuery = {
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50, description: "At most so many items" }),
  cursor: Type.Optional(Type.String({ maxLength: 500, description: "next_cursor of the page before" })),
};

/** One page of a list. */
export function PageOf<Item extends TSchema>(item: Item) {
  return Type.Object({ items: Type.Array(item), next_cursor: Nullable(Type.String()) });
}

export const FindingSchema = Type.Object({
  nodeId: Nullable(Type.String()),
  path: Type.String({ description: "JSON Pointer into what was sent" }),
  message: Type.String(),
  code: Type.Optional(Type.String()),
  severity: Type.Optional(OneOf(["error", "warning"])),
});

export const ProblemSchema = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    code: Type.String(),
    detail: Type.Optional(Type.String()),
    findings: Type.Optional(Type.Array(FindingSchema)),
    request_id: Type.String(),
  },
  { additionalProperties: true, description: "RFC 9457 problem details" },
);
