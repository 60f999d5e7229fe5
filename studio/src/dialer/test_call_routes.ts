import { type Static, Type } from "@sinclair/typebox";
import { v7 as uuid } from "uuid";
import { DIALER_CHANNEL } from "../campaign/channel";
import { Simulation } from "../campaign/schema";
import type { App } from "../http/app";
import { problem } from "../http/problem";
import { accepted } from "../http/reply";
import { route } from "../http/route";
import { Body, Nullable, OneOf, Uuid, VersionNumber } from "../http/schema";
import { normalNumber } from "../phone/number";

const TestCall = Body({
  scenario_id: Uuid,
  version: Type.Optional({ ...VersionNumber, description: "Published or not; without it the latest" }),
  to: Type.String({ minLength: 7, maxLength: 30, description: "International number, +…" }),
  from: Type.Optional(Type.String({ minLength: 7, maxLength: 30 })),
  gateway: Type.Optional(OneOf(["simulated", "jambonz"])),
  trunk: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 64 }))),
  contact: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.String({ maxLength: 2000 }), Type.Number(), Type.Boolean()])),
  ),
  ring_timeout_s: Type.Optional(Type.Integer({ minimum: 5, maximum: 120 })),
  simulation: Type.Optional(Simulation),
  record: Type.Optional(Type.Boolean()),
});

const TEST_CALLER = "+10000000000";

/** POST /test-calls: hear a scenario before anybody else does. */
export function testCallRoutes(app: App): void {
  route(
    app,
    {
      method: "POST",
      url: "/test-calls",
      roles: ["STUDIO_ADMIN"],
      tag: "Calls",
      summary: "Place one call with any version of a scenario",
      description: "The call is placed at once; follow it under /calls/{id} or on the live socket.",
      body: TestCall,
      response: { 202: Type.Object({ call_id: Uuid, scenario_version: Type.Integer() }) },
      audit: "call.test",
    },
    async (ctx, { body }) => {
      const numbers = numbersOf(body);
      const [version] = await ctx.tx.query<{ version: number; callbot_id: string; project_id: string }>(
        `SELECT v.version, s.callbot_id, b.project_id FROM scenarios s
         JOIN scenario_versions v ON v.scenario_id = s.id AND v.version = coalesce($2, s.latest_version)
         JOIN callbots b ON b.id = s.callbot_id WHERE s.id = $1`,
        [body.scenario_id, body.version ?? null],
      );
      if (version === undefined) throw problem("NOT_FOUND", { detail: "There is no such version of a scenario" });
      const id = uuid();
      await ctx.tx.query(
        `INSERT INTO calls (id, tenant_id, project_id, callbot_id, kind, scenario_id, scenario_version, gateway, trunk, to_number,
                            from_number, queued_at, test_request)
         VALUES ($1, $2, $3, $4, 'test', $5, $6, $7, $8, $9, $10, $11, $12)`,
        [
          id,
          ctx.tenant_id,
          version.project_id,
          version.callbot_id,
          body.scenario_id,
          version.version,
          body.gateway ?? "simulated",
          body.trunk ?? null,
          numbers.to,
          numbers.from,
          ctx.now,
          JSON.stringify({
            contact: { ...body.contact, number: numbers.to },
            ring_timeout_s: body.ring_timeout_s ?? 30,
            simulation: body.simulation ?? null,
            record: body.record ?? true,
          }),
        ],
      );
      await ctx.tx.query("SELECT pg_notify($1, '')", [DIALER_CHANNEL]);
      ctx.audit({ resource_id: id, detail: { scenario_id: body.scenario_id, version: version.version } });
      return accepted({ call_id: id, scenario_version: version.version });
    },
  );
}

function numbersOf(body: Static<typeof TestCall>): { to: string; from: string } {
  const to = normalNumber(body.to);
  const from = normalNumber(body.from ?? TEST_CALLER);
  const findings = [
    ...(to === null
      ? [{ nodeId: null, path: "/to", message: "is not an international number, such as +4930123456" }]
      : []),
    ...(from === null
      ? [{ nodeId: null, path: "/from", message: "is not an international number, such as +4930123456" }]
      : []),
  ];
  if (to === null || from === null) throw problem("VALIDATION_FAILED", { findings });
  return { to, from };
}
