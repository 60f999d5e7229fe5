import { Type } from "@sinclair/typebox";
import type { App } from "../http/app";
import { ok } from "../http/reply";
import { openRoute, route } from "../http/route";
import { requireProject } from "../project/membership";
import { DefinitionV1 } from "./definition_v1";
import { DefinitionV2 } from "./definition_v2";
import { projectLibrary } from "./library_store";
import { READERS, tag } from "./roles";
import { languageOf } from "./save";
import { BODY_LIMIT_BYTES, ValidateQuery, ValidationSchema } from "./schema";
import { validate } from "./validate";

/** /scenarios/validate and the published schemas. */
export function validateRoutes(app: App): void {
  route(
    app,
    {
      method: "POST",
      url: "/scenarios/validate",
      roles: READERS,
      tag,
      summary: "Validate a definition; the body is the document",
      description:
        "Answers 200 with the findings, whatever the document is; 400 only where the body is not JSON. " +
        "Nothing is stored. Saving refuses a document with errors by 422 and the same findings.",
      query: ValidateQuery,
      body: Type.Unknown(),
      body_limit_bytes: BODY_LIMIT_BYTES,
      response: { 200: ValidationSchema },
      audit: false,
    },
    async (ctx, { query, body }) => {
      const { project_id } = query;
      if (project_id !== undefined) await requireProject(ctx.tx, ctx, project_id, "read");
      const known = project_id === undefined ? {} : await projectLibrary(ctx.tx, project_id, languageOf(body));
      const { valid, findings } = validate(body, known);
      return ok({ valid, findings });
    },
  );

  for (const [format, schema] of [
    ["v1", DefinitionV1],
    ["v2", DefinitionV2],
  ] as const)
    openRoute(
      app,
      {
        method: "GET",
        url: `/scenarios/schemas/${format}`,
        access: "public",
        tag,
        summary: `The JSON Schema (2020-12) of format ${format}`,
        description: "What a schema can tell; paths and variables are for validation.",
        response: { 200: Type.Object({}, { additionalProperties: true }) },
      },
      async () => ok(schema),
    );
}
