import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import Ajv from "ajv/dist/2020";
import type { CutOff } from "../../../src/runtime/session";
import type { TraceEvent } from "../../../src/runtime/trace";
import type { CallEnd } from "../../../src/voice/gateway";
import { type JambonzCall, newCall } from "../../../src/voice/jambonz/call";
import { onStatus } from "../../../src/voice/jambonz/status";
import { type JambonzServices, type JambonzTurn, onAnswer, onTurn } from "../../../src/voice/jambonz/turn";
import type { JambonzVerb } from "../../../src/voice/jambonz/verbs";
import type { Caller } from "../../../src/voice/simulated/caller";
import { fastClock } from "../../../src/voice/simulated/clock";
import { SimulatedSession } from "../../../src/voice/simulated/session";

// Both libraries are jambonz's own and have no types.
const specifications: { validate(logger: object, verbs: unknown): void } = require("@jambonz/verb-specifications");
const schema: { validateApp(verbs: unknown): { valid: boolean; errors: unknown[] } } = require("@jambonz/schema");
const quiet = { debug: () => undefined, info: () => undefined, error: () => undefined };

/** Throws where jambonz itself would not take the verbs. */
export function expectValidVerbs(verbs: unknown): void {
  specifications.validate(quiet, JSON.parse(JSON.stringify(verbs)));
  expect(schema.validateApp(JSON.parse(JSON.stringify(verbs)))).toEqual({ valid: true, errors: [] });
}

const callbacks = (() => {
  const folder = join(dirname(require.resolve("@jambonz/schema/package.json")), "callbacks");
  const ajv = new Ajv({ strict: false });
  for (const name of ["base", "gather", "dial", "call-status", "amd"])
    ajv.addSchema(JSON.parse(readFileSync(join(folder, `${name}.schema.json`), "utf8")));
  return ajv;
})();

/** Throws where jambonz would not send such a payload: the tests must not speak another language than jambonz. */
export function expectRealPayload(name: "gather" | "dial" | "call-status" | "amd", payload: object): void {
  const check = callbacks.getSchema(`https://jambonz.org/schema/callbacks/${name}`);
  expect(check?.(payload) ? [] : check?.errors).toEqual([]);
}

const SID = "9d1e5a3c-0001";
const BASE = { call_sid: SID, account_sid: "acc", direction: "outbound", from: "+4930", to: "+4989" };
const EPOCH_MS = 1_750_000_000_000;

/** A whole call through our hooks, carried by a jambonz of paper and a simulated caller. */
export class FakeJambonz {
  readonly trace: TraceEvent[] = [];
  readonly sent: (readonly JambonzVerb[])[] = [];
  call: JambonzCall;
  private readonly clock = fastClock();
  private readonly session: SimulatedSession;
  readonly services: JambonzServices;

  constructor(
    caller: Caller,
    services: Omit<JambonzServices, "now_ms">,
    options: { contact?: Record<string, unknown>; max_duration_ms?: number; twice?: boolean } = {},
  ) {
    this.session = new SimulatedSession(caller, this.clock, new AbortController().signal, options.max_duration_ms);
    this.services = { ...services, now_ms: () => EPOCH_MS + this.clock.now_ms() };
    this.twice = options.twice ?? false;
    this.call = newCall(services.program, {
      call_id: "call-1",
      to: "+4989",
      from: "+4930",
      trunk: "main",
      hooks_url: "https://studio.example/hooks/call-1",
      placed_ms: EPOCH_MS - 4_000,
      ...(options.contact && { contact: options.contact }),
    });
  }
  private readonly twice: boolean;

  /** From the answer to the end. */
  async talk(): Promise<CallEnd> {
    let verbs = await this.hook((call) => onAnswer(this.services, call));
    for (let turns = 0; turns < 2_000; turns++) {
      const next = await this.perform(verbs);
      if (typeof next === "string") return this.completed(next);
      const { number, payload } = next;
      verbs = await this.hook((call) => onTurn(this.services, call, number, payload));
    }
    throw new Error("the call does not end");
  }

  /** What jambonz does with verbs. Returns the next hook, or who ended the call. */
  private async perform(
    verbs: readonly JambonzVerb[],
  ): Promise<{ number: number; payload: object } | CutOff | "jambonz"> {
    const until_ms = Number.MAX_SAFE_INTEGER;
    for (const verb of verbs) {
      if (verb.verb === "hangup") return "jambonz";
      if (verb.verb === "redirect") return this.next(verb.actionHook, BASE);
      if (verb.verb === "say") {
        const { interrupted } = await this.session.say(verb.text, { language: "en", barge_in: false, until_ms });
        if (interrupted !== null && interrupted !== "barge_in") return interrupted;
      }
      if (verb.verb === "gather") {
        if (verb.say !== undefined) {
          const barge_in = verb.bargein || verb.dtmfBargein;
          const { interrupted } = await this.session.say(verb.say.text, { language: "en", barge_in, until_ms });
          if (interrupted !== null && interrupted !== "barge_in") return interrupted;
        }
        const heard = await this.session.listen({
          mode: verb.input.length === 2 ? "either" : verb.input[0] === "speech" ? "speech" : "dtmf",
          timeout_ms: verb.timeout * 1_000,
          max_digits: verb.maxDigits ?? 99,
          ...(verb.finishOnKey !== undefined && { finish_key: verb.finishOnKey }),
          language: "en",
          expected: { phrases: verb.recognizer?.hints ?? [], digits: ["1", "2"] },
          until_ms,
        });
        if (heard.kind === "cut_off") return heard.by;
        const payload =
          heard.kind === "silence"
            ? { ...BASE, reason: "timeout" }
            : heard.kind === "digits"
              ? { ...BASE, reason: "dtmfDetected", digits: heard.digits }
              : {
                  ...BASE,
                  reason: "speechDetected",
                  speech: { is_final: true, alternatives: [{ transcript: heard.text, confidence: heard.confidence }] },
                };
        expectRealPayload("gather", payload);
        return this.next(verb.actionHook, payload);
      }
      if (verb.verb === "dial") {
        const [target] = verb.target;
        const result = await this.session.transfer(target.type === "phone" ? target.number : target.sipUri, {
          until_ms,
        });
        if (result.kind === "cut_off") return result.by;
        if (result.kind === "connected") {
          this.status({ ...BASE, call_sid: "leg-b", parent_call_sid: SID, call_status: "in-progress" });
          return "caller_hung_up";
        }
        const status = { busy: "busy", no_answer: "no-answer", failed: "failed" }[result.reason];
        const payload = {
          ...BASE,
          dial_call_status: status,
          dial_sip_status: { busy: 486, no_answer: 480, failed: 404 }[result.reason],
        };
        expectRealPayload("dial", payload);
        return this.next(verb.actionHook, payload);
      }
    }
    throw new Error("jambonz has nothing left to do and hangs up by itself");
  }

  private next(actionHook: string, payload: object) {
    const number = /^https:\/\/studio\.example\/hooks\/call-1\/turns\/(\d+)$/.exec(actionHook)?.[1];
    if (number === undefined) throw new Error(`not a hook of ours: ${actionHook}`);
    return { number: Number(number), payload };
  }

  /** One hook, the state through JSON before and after; asked twice where jambonz repeats itself. */
  private async hook(work: (call: JambonzCall) => Promise<JambonzTurn>): Promise<readonly JambonzVerb[]> {
    const turn = await work(stored(this.call));
    expectValidVerbs(turn.verbs);
    this.call = stored(turn.call);
    this.trace.push(...turn.trace);
    this.sent.push(turn.verbs);
    if (this.twice) {
      const again = await work(stored(this.call));
      expect(again.verbs).toEqual(turn.verbs);
      expect(again.trace).toEqual([]);
      expect(stored(again.call)).toEqual(this.call);
    }
    return turn.verbs;
  }

  status(payload: object): void {
    expectRealPayload("call-status", payload);
    const news = onStatus(this.services, stored(this.call), payload, SID);
    this.call = stored(news.call);
    this.trace.push(...news.trace);
  }

  private completed(by: CutOff | "jambonz"): CallEnd {
    const call_termination_by = by === "caller_hung_up" ? "caller" : "jambonz";
    this.status({
      ...BASE,
      call_status: "completed",
      call_termination_by,
      duration: Math.round(this.clock.now_ms() / 1_000),
    });
    if (this.call.end === null) throw new Error("the call is not over");
    return this.call.end;
  }
}

function stored<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
