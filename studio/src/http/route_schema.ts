import { type TSchema, Type } from "@sinclair/typebox";
import type { Access } from "./app";
import { ProblemSchema, Uuid } from "./schema";

export interface RouteSchemas<Query, Body> {
  summary: string;
  description?: string;
  /** The heading under which the document lists the route. */
  tag: string;
  query?: Query;
  body?: Body;
  /** By status; problems are added to every route. */
  response: Record<number, TSchema>;
}

/** The JSON schemas of one route as Fastify and the OpenAPI document take them. */
export function schemaOf(spec: RouteSchemas<unknown, unknown>, path: string, access: Access): Record<string, unknown> {
  const names = [...path.matchAll(/:(\w+)/g)].map((match) => match[1]!);
  return {
    summary: spec.summary,
    description: [spec.description, accessLine(access)].filter(Boolean).join("\n\n"),
    tags: [spec.tag],
    ...(access === "public" ? { security: [] } : { security: [{ [access === "gateway" ? "gateway" : "bearer"]: [] }] }),
    ...(names.length === 0
      ? {}
      : { params: Type.Object(Object.fromEntries(names.map((name) => [name, paramOf(name)]))) }),
    ...(spec.query === undefined ? {} : { querystring: spec.query }),
    ...(spec.body === undefined ? {} : { body: spec.body }),
    response: {
      ...spec.response,
      "4xx": { description: "A problem", content: { "application/problem+json": { schema: ProblemSchema } } },
    },
  };
}

function paramOf(name: string): TSchema {
  if (name === "id" || name.endsWith("_id")) return Uuid;
  if (name === "n") return Type.String({ pattern: "^[1-9][0-9]{0,8}$" });
  return Type.String({ minLength: 1, maxLength: 200 });
}

export function accessLine(access: Access): string {
  if (access === "public") return "Open to everyone.";
  if (access === "gateway") return "For the voice gateway, with its own credential.";
  if (access === "any") return "For any signed-in user.";
  return `Needs the role ${access.join(" or ")}.`;
}
