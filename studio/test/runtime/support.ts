import type { IntentMatcher } from "../../src/nlu/matcher";
import { compile } from "../../src/runtime/compile";
import { drive, type HttpCaller } from "../../src/runtime/drive";
import type { RunResult, TraceEvent } from "../../src/runtime/trace";
import type { Definition } from "../../src/scenario/definition";
import type { DefinitionV2, Node } from "../../src/scenario/definition_v2";
import type { Caller } from "../../src/voice/simulated/caller";
import { fastClock } from "../../src/voice/simulated/clock";
import { type CallerScript, scriptedCaller } from "../../src/voice/simulated/scripted_caller";
import { SimulatedSession } from "../../src/voice/simulated/session";

/** Takes an utterance for the first candidate whose name is one of its words. */
export const wordMatcher: IntentMatcher = {
  match(text, { candidates }) {
    const words = text.toLowerCase().split(/\W+/);
    const intent = candidates.find((name) => words.includes(name)) ?? null;
    const because = intent === null ? [] : [{ text: intent, weight: 1 }];
    return { intent, confidence: intent === null ? 0.1 : 0.9, because, source: "words" };
  },
};

/** A web service that nobody expects to be asked. */
export const noHttp: HttpCaller = { call: async ({ url }) => ({ status: null, error: `nobody serves ${url}` }) };

export interface Played {
  readonly result: RunResult;
  readonly trace: TraceEvent[];
  /** The conversation in lines: `bot: …`, `caller: …`, `keys: …`, `silence`, and who ended it. */
  readonly lines: string[];
}

export interface PlayOptions {
  readonly contact?: Record<string, unknown>;
  readonly http?: HttpCaller;
  readonly matcher?: IntentMatcher;
  readonly phrases?: ReadonlyMap<string, readonly string[]>;
}

/** Plays a definition to its end with one caller. */
export async function play(
  definition: Definition,
  caller: Caller | CallerScript,
  options: PlayOptions = {},
): Promise<Played> {
  const who = "reply" in caller ? caller : scriptedCaller(caller);
  const session = new SimulatedSession(who, fastClock(), new AbortController().signal);
  const trace: TraceEvent[] = [];
  const result = await drive(session, {
    program: compile(definition, options.phrases),
    http: options.http ?? noHttp,
    matcher: options.matcher ?? wordMatcher,
    ...(options.contact && { contact: options.contact }),
    on_trace: (events) => void trace.push(...events),
  });
  return { result, trace, lines: conversation(trace) };
}

export function conversation(trace: readonly TraceEvent[]): string[] {
  return trace.flatMap((event): string[] => {
    switch (event.kind) {
      case "said":
        return [`bot: ${event.text}${event.interrupted === null ? "" : ` (${event.interrupted})`}`];
      case "heard":
        return [`caller: ${event.text === "" ? "(mumbles)" : event.text}`];
      case "digits":
        return [`keys: ${event.digits}`];
      case "silence":
        return ["silence"];
      case "transferred":
        return [`transfer to ${event.to}: ${event.connected ? "connected" : event.reason}`];
      case "http_called":
        return [`http ${event.method} ${event.url}: ${event.error ?? event.status}`];
      case "ended":
        return [`end: ${event.outcome}`];
      default:
        return [];
    }
  });
}

/** The nodes in the order they were entered. */
export function path(trace: readonly TraceEvent[]): string[] {
  return trace.flatMap((event) => (event.kind === "node_entered" ? [event.node_id] : []));
}

/** A v2 definition of a few nodes; the first one starts. */
export function graph(nodes: Node[], more: Partial<DefinitionV2> = {}): DefinitionV2 {
  return { format: "v2", language: "en", start: nodes[0]?.id ?? "", variables: [], nodes, ...more };
}

export const hangup: Node = { id: "bye", type: "hangup", text: "Bye." };

export const speech = (text: string, after_ms = 500) => ({ kind: "speech", text, after_ms }) as const;
export const keys = (digits: string, after_ms = 500) => ({ kind: "digits", digits, after_ms }) as const;
export const silence = { kind: "silence" } as const;
