import { callbotOf } from "../blackbox/checks/scenario_place";
import type { Client, Json } from "../harness/client";
import { type RunningStudio, startStudio } from "../harness/running_studio";
import { World } from "../harness/world";
import { graph } from "../runtime/support";
import { expectValidVerbs } from "./jambonz/fake_jambonz";
import { type JambonzServer, jambonzServer, type PlacedCall } from "./jambonz_server";

const scenario = graph(
  [
    {
      id: "q",
      type: "ask",
      text: "Hello {{name}}, press one.",
      listen: { mode: "dtmf", timeout_s: 5 },
      branches: [
        { digits: "1", next: "desk" },
        { digits: "2", next: "thanks" },
      ],
      no_match: "thanks",
      no_input: "thanks",
    },
    { id: "desk", type: "transfer", to: "+493077" },
    { id: "thanks", type: "hangup", text: "Thank you.", outcome: "pressed", tags: ["t"] },
  ],
  { variables: [{ name: "name", type: "string", source: "contact" }] },
);

describe("calls through jambonz, over HTTP", () => {
  let jambonz: JambonzServer;
  let studio: RunningStudio;
  let client: Client;
  let stranger: Client;
  let scenario_id: string;

  beforeAll(async () => {
    jambonz = await jambonzServer();
    studio = await startStudio({ environment: jambonz.environment });
    jambonz.studio = new URL(studio.base).origin;
    const world = await World.of(studio);
    stranger = world.open;
    const tenant = await world.tenant();
    const person = await tenant.person("STUDIO_ADMIN", "STUDIO_PROJECT", "STUDIO_MONITORING");
    client = person.client;
    const { callbot_id } = await callbotOf(client);
    const made = await client.expect(201, "POST", "/scenarios", { callbot_id, name: "Keys", definition: scenario });
    scenario_id = made.id;
  }, 90_000);
  afterAll(async () => {
    await studio?.stop();
    await jambonz?.close();
  }, 30_000);

  async function placed(to = "+4989123"): Promise<{ id: string; call: PlacedCall }> {
    const order = { scenario_id, to, from: "+49301234", gateway: "jambonz", contact: { name: "Mara" } };
    const { call_id } = await client.expect(202, "POST", "/test-calls", order);
    return { id: call_id, call: await jambonz.next() };
  }
  const state = (id: string): Promise<Json> => client.expect(200, "GET", `/calls/${id}`);
  const transcript = async (id: string) =>
    (await client.expect(200, "GET", `/calls/${id}/transcript`)).entries.map(({ by, text }: Json) => `${by}: ${text}`);

  test("a test call is placed, asked, answered and ended, hook by hook", async () => {
    const { id, call } = await placed();
    expect(call.document).toMatchObject({
      to: { type: "phone", number: "+4989123" },
      from: "+49301234",
      tag: { call_id: id },
    });
    const { call_hook, call_status_hook } = call.document;
    expect(call_hook.url).toBe(`https://studio.example/api/v1/voice/jambonz/calls/${id}/answer`);
    expect(await call.hook(call_status_hook.url, { call_status: "ringing" })).toEqual({ status: 200, body: [] });
    const asked = await call.hook(call_hook.url, { call_status: "in-progress" });
    expectValidVerbs(asked.body);
    expect(asked.body).toMatchObject([{ verb: "gather", input: ["digits"], say: { text: "Hello Mara, press one." } }]);
    expect((await state(id)).state).toBe("in_progress");
    const [gather] = asked.body;
    const turn = gather?.verb === "gather" ? gather.actionHook : "";
    const done = await call.hook(turn, { reason: "dtmfDetected", digits: "2" });
    expect(done.body).toEqual([{ verb: "say", text: "Thank you." }, { verb: "hangup" }]);
    // jambonz asks again when it did not get the answer; the call is not played twice.
    expect(await call.hook(turn, { reason: "dtmfDetected", digits: "2" })).toEqual(done);
    await call.hook(call_status_hook.url, { call_status: "completed", call_termination_by: "jambonz", duration: 4 });
    expect(await state(id)).toMatchObject({
      state: "ended",
      outcome: "answered",
      scenario_outcome: "completed",
      disposition: "pressed",
      tags: ["t"],
      turns: 1,
      has_recording: false,
    });
    expect(await transcript(id)).toEqual(["bot: Hello Mara, press one.", "caller: 2", "bot: Thank you."]);
    // What comes late finds nothing to change, and is no mistake of jambonz's.
    expect((await call.hook(call_status_hook.url, { call_status: "completed" })).status).toBe(200);
    expect((await call.hook(turn, {})).status).toBe(404);
  });

  test("busy, a number that jambonz does not take, a machine, and a transfer come to what they are", async () => {
    const busy = await placed();
    await busy.call.hook(busy.call.document.call_status_hook.url, {
      call_status: "busy",
      sip_status: 486,
      sip_reason: "Busy Here",
    });
    expect(await state(busy.id)).toMatchObject({
      state: "ended",
      outcome: "busy",
      reason: "Busy Here",
      scenario_outcome: null,
    });

    const { call_id } = await client.expect(202, "POST", "/test-calls", {
      scenario_id,
      to: "+49891213",
      gateway: "jambonz",
    });
    let refused = await state(call_id);
    for (; refused.state !== "ended"; refused = await state(call_id)) await new Promise((done) => setTimeout(done, 20));
    expect(refused).toMatchObject({
      outcome: "failed",
      reason: "jambonz did not place the call (status 400): unlucky number",
    });

    const machine = await placed();
    const { call_hook, call_status_hook, amd } = machine.call.document;
    await machine.call.hook(call_hook.url);
    await machine.call.hook(amd?.actionHook ?? "", { type: "amd_machine_detected" });
    expect(jambonz.asked.at(-1)).toEqual({
      method: "PUT",
      url: `/v1/Accounts/acc/Calls/${machine.call.sid}`,
      body: { call_status: "completed" },
    });
    await machine.call.hook(call_status_hook.url, { call_status: "completed", call_termination_by: "jambonz" });
    expect(await state(machine.id)).toMatchObject({ state: "ended", outcome: "voicemail" });

    const desk = await placed();
    const [gather] = (await desk.call.hook(desk.call.document.call_hook.url)).body;
    const dial = await desk.call.hook(gather?.verb === "gather" ? gather.actionHook : "", {
      reason: "dtmfDetected",
      digits: "1",
    });
    expect(dial.body).toMatchObject([{ verb: "dial", target: [{ type: "phone", number: "+493077" }] }]);
    const status = desk.call.document.call_status_hook.url;
    await desk.call.hook(status, { call_sid: "leg", parent_call_sid: desk.call.sid, call_status: "in-progress" });
    await desk.call.hook(status, { call_status: "completed", call_termination_by: "caller" });
    expect(await state(desk.id)).toMatchObject({ outcome: "answered", scenario_outcome: "transferred" });
  });

  test("the same hook several times at once is one hook", async () => {
    const { id, call } = await placed();
    const [gather] = (await call.hook(call.document.call_hook.url)).body;
    const turn = gather?.verb === "gather" ? gather.actionHook : "";
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => call.hook(turn, { reason: "dtmfDetected", digits: "2" })),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    await call.hook(call.document.call_status_hook.url, { call_status: "completed", call_termination_by: "jambonz" });
    expect((await transcript(id)).filter((line: string) => line === "caller: 2")).toHaveLength(1);
  });

  test("whoever is not jambonz is not listened to", async () => {
    const { id, call } = await placed();
    const path = `/voice/jambonz/calls/${id}/answer`;
    const forged = await call.hook(call.document.call_hook.url, {}, "another secret");
    expect(forged).toMatchObject({ status: 401, body: { code: "TOKEN_INVALID" } });
    expect((await stranger.post(path, { call_sid: "x" })).status).toBe(401);
    expect((await client.post(path, { call_sid: "x" })).status).toBe(401);
    expect((await state(id)).state).toBe("dialing");
    const nobody = await call.hook(call.document.call_hook.url.replace(id, "0198c0de-0000-7000-8000-000000000000"));
    expect(nobody.status).toBe(404);
    await call.hook(call.document.call_status_hook.url, { call_status: "no-answer", sip_status: 487 });
    expect((await state(id)).outcome).toBe("no_answer");
  });
});
