import { Type } from "@sinclair/typebox";
import type { App } from "../../http/app";
import type { BaseContext } from "../../http/context";
import { problem } from "../../http/problem";
import { ok } from "../../http/reply";
import { openRoute } from "../../http/route";
import { GuardedClient } from "../../net/client";
import { httpCaller } from "../../runtime/http_caller";
import { type Jambonz, jambonzFrom } from "../../voice/jambonz/configure";
import { callSid } from "../../voice/jambonz/hooks";
import { signedByJambonz } from "../../voice/jambonz/signature";
import { type JambonzNews, onAmd, onStatus } from "../../voice/jambonz/status";
import { type JambonzTurn, onAnswer, onTurn } from "../../voice/jambonz/turn";
import { webhookConfig } from "../../webhook/config";
import { matcherOf } from "../matchers";
import { HookedCalls } from "./call";

/** All calls of a house come from one jambonz, hence from one address. */
const HOOKS_PER_MIN = 600_000;
const HOOK_BYTES = 262_144;

const Payload = Type.Object({}, { additionalProperties: true, description: "As jambonz sends it" });
const Verbs = Type.Array(Type.Object({ verb: Type.String() }, { additionalProperties: true }));

/** What jambonz asks while it carries our calls. Without jambonz in the environment every hook answers 404. */
export function voiceRoutes(app: App): void {
  const { services } = app;
  const jambonz = jambonzFrom(services.environment);
  const http = httpCaller(new GuardedClient({ policy: webhookConfig(services.environment).policy }));
  const calls = new HookedCalls({
    db: services.db,
    http,
    now: services.now,
    matcherOf: matcherOf(services),
    hooksUrl: jambonz?.hooksUrl ?? ((id) => id),
  });

  const shared = (summary: string) =>
    ({
      method: "POST",
      access: "gateway",
      tag: "Voice gateway",
      summary,
      description: "For jambonz, which signs with the account's webhook secret (header Jambonz-Signature).",
      body: Payload,
      response: { 200: Verbs },
      audit: false,
      rate_limit_per_min: HOOKS_PER_MIN,
      body_limit_bytes: HOOK_BYTES,
    }) as const;
  const turn = (done: JambonzTurn | null) => {
    if (done === null) throw problem("NOT_FOUND");
    return ok([...done.verbs]);
  };
  const told = async (done: JambonzNews | null, payload: unknown) => {
    const sid = callSid(payload);
    // The call goes on until jambonz says that it is over; where it cannot be told to end it, it ends by its own limit.
    if (done?.hang_up && sid !== null) await jambonz?.client.endCall(sid).catch(() => undefined);
    // Of a call that has ended jambonz may still tell us, and need not be told that we know.
    return ok([]);
  };

  openRoute(app, { ...shared("A call was answered"), url: "/voice/jambonz/calls/:id/answer" }, async (ctx, input) => {
    admit(ctx, jambonz, input.body);
    return turn(await calls.work(input.params.id, onAnswer));
  });
  openRoute(
    app,
    { ...shared("The last verbs are done"), url: "/voice/jambonz/calls/:id/turns/:n" },
    async (ctx, input) => {
      admit(ctx, jambonz, input.body);
      const { id, n } = input.params;
      return turn(await calls.work(id, (parts, call) => onTurn(parts, call, Number(n), input.body)));
    },
  );
  openRoute(
    app,
    { ...shared("How far a call has come"), url: "/voice/jambonz/calls/:id/status" },
    async (ctx, input) => {
      admit(ctx, jambonz, input.body);
      const hook = async () =>
        calls.work(input.params.id, (parts, call, reference) => onStatus(parts, call, input.body, reference));
      return told(await hook(), input.body);
    },
  );
  openRoute(app, { ...shared("A person or a machine"), url: "/voice/jambonz/calls/:id/amd" }, async (ctx, input) => {
    admit(ctx, jambonz, input.body);
    return told(await calls.work(input.params.id, (_parts, call) => onAmd(call, input.body)), input.body);
  });
}

/**
 * Lets signed hooks in. jambonz signs what JSON.stringify makes of the payload, and sends the same; parsed and put
 * together again by the same rules it is the same text.
 * @throws Problem NOT_FOUND without a jambonz, TOKEN_INVALID without its signature
 */
function admit(ctx: BaseContext, jambonz: Jambonz | null, body: unknown): void {
  if (jambonz === null) throw problem("NOT_FOUND");
  const header = ctx.request.headers["jambonz-signature"];
  const given = Array.isArray(header) ? header.join(",") : header;
  if (!signedByJambonz(given, JSON.stringify(body), jambonz.secrets, ctx.now.getTime() / 1_000))
    throw problem("TOKEN_INVALID", { detail: "The signature of this hook is missing, too old or wrong" });
}
