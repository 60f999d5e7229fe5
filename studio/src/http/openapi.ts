import swagger from "@fastify/swagger";
import { Type } from "@sinclair/typebox";
import type { App } from "./app";
import { ok } from "./reply";
import { openRoute } from "./route";

/** The OpenAPI 3.1 document, made from the same schemas that requests are checked against. */
export async function installOpenApi(app: App): Promise<void> {
  await app.fastify.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Call-centre studio",
        description: "Design and run automated voice calls. Everything the studio does goes through this interface.",
        version: "1.0.0",
        license: { name: "MIT", identifier: "MIT" },
      },
      webhooks: app.webhooks,
      components: {
        securitySchemes: {
          bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
          gateway: { type: "http", scheme: "bearer", description: "A voice gateway's credential" },
        },
      },
    },
  });
  openRoute(
    app,
    {
      method: "GET",
      url: "/openapi.json",
      access: "public",
      tag: "Studio",
      summary: "This interface as an OpenAPI 3.1 document",
      response: { 200: Type.Object({}, { additionalProperties: true }) },
    },
    async () => ok(app.fastify.swagger()),
  );
}
