import Ajv from "ajv/dist/2020";
import { reminderV1, reminderV2 } from "../../scenario/examples";
import type { Check } from "../check";
import { placeIn } from "./scenario_place";

const raw = (text: string, headers = {}) => ({ raw: { type: "application/json", text }, headers });

export const SCENARIO_VALIDATION: readonly Check[] = [
  {
    name: "a document without faults is valid, and one with faults gets each of them with its node and place",
    async run(world) {
      const { client } = (await world.tenant()).admin;
      for (const definition of [reminderV1(), reminderV2()])
        expect((await client.post("/scenarios/validate", definition)).body).toEqual({ valid: true, findings: [] });

      const broken = reminderV2();
      broken.start = "hello";
      broken.nodes.push({ id: "lonely", type: "say", text: "{{nobody}}", next: "nowhere" });
      const { status, body } = await client.post("/scenarios/validate", broken);
      expect([status, body.valid]).toEqual([200, false]);
      const found = body.findings.map((f: Record<string, unknown>) => [
        f["code"],
        f["nodeId"],
        f["path"],
        f["severity"],
      ]);
      expect(found).toContainEqual(["missing_start", null, "/start", "error"]);
      expect(found).toContainEqual(["unknown_variable", "lonely", "/nodes/10/text", "error"]);
      expect(found).toContainEqual(["dangling_edge", "lonely", "/nodes/10/next", "error"]);
      for (const { message } of body.findings) expect(message).toMatch(/^\S.*\.$/);
    },
  },
  {
    name: "validation answers whatever it is sent",
    async run(world) {
      const { client } = (await world.tenant()).admin;
      const path = "/scenarios/validate";
      for (const text of ["null", "7", '"v2"', "[]", "{}", '{"format":"v2","nodes":{"a":[]}}']) {
        const { status, body } = await client.send("POST", path, raw(text));
        expect([text, status, body.valid]).toEqual([text, 200, false]);
        expect(body.findings.length).toBeGreaterThan(0);
      }
      expect((await client.send("POST", path)).body.valid).toBe(false);
      const nested = (levels: number) => `{"format":"v2","nodes":${"[".repeat(levels)}${"]".repeat(levels)}}`;
      expect((await client.send("POST", path, raw(nested(50)))).body.findings).toMatchObject([
        { code: "limit_exceeded" },
      ]);
      const deep = await client.send("POST", path, raw(nested(100_000), { "idempotency-key": "deep" }));
      expect([deep.status, deep.body.code]).toEqual([400, "INVALID_JSON"]);
      const control = await client.post(path, { ...reminderV2(), language: "\u0000" });
      expect([control.status, control.body.findings[0].path]).toEqual([400, "/language"]);
      expect((await client.send("POST", path, raw("{"))).body.code).toBe("INVALID_JSON");
      expect((await client.send("POST", path, raw(JSON.stringify("x".repeat(2_000_000))))).status).toBe(413);
    },
  },
  {
    name: "what a document names of a project's library is held to it, for those who see the project",
    async run(world) {
      const tenant = await world.tenant();
      const { project_id, author } = await placeIn(tenant);
      const path = `/scenarios/validate?project_id=${project_id}`;
      const intent = { name: "yes", language: "en", utterances: ["yes", "sure"] };
      await author.client.expect(201, "POST", `/projects/${project_id}/libraries/intents`, intent);
      const { body } = await author.client.post(path, reminderV2());
      expect(body).toMatchObject({
        valid: true,
        findings: [{ code: "unknown_intent", severity: "warning", nodeId: "coming" }],
      });
      const prompts = `/projects/${project_id}/libraries/prompts`;
      await author.client.expect(201, "POST", prompts, { name: "bye", language: "de", text: "Tschüss {{who}}" });
      await author.client.expect(201, "POST", prompts, { name: "hi", language: "en", text: "Hi" });
      const spoken = {
        format: "v1",
        language: "de-AT",
        variables: [],
        steps: [{ do: "say", text: "{{prompt:hi}} {{prompt:bye}}" }],
      };
      const { findings } = (await author.client.post(path, spoken)).body;
      expect(findings.map(({ code }: { code: string }) => code)).toEqual([
        "unknown_prompt",
        "unknown_variable_in_prompt",
      ]);
      const stranger = await tenant.person("STUDIO_PROJECT");
      expect((await stranger.client.post(path, reminderV2())).status).toBe(404);
    },
  },
  {
    name: "the published schemas take what validation takes",
    async run(world) {
      for (const definition of [reminderV1(), reminderV2()]) {
        const schema = await world.open.expect(200, "GET", `/scenarios/schemas/${definition.format}`);
        expect(schema.$schema).toBe("https://json-schema.org/draft/2020-12/schema");
        const validate = new Ajv({ strict: true, allowUnionTypes: true }).compile(schema);
        expect(validate(definition)).toBe(true);
        expect(validate({ ...definition, more: 1 })).toBe(false);
      }
    },
  },
];
