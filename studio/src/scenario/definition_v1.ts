/** Scenario definition, format v1: a list of steps that run one after the other, with labels to go to. */
import { type Static, type TSchema, Type } from "@sinclair/typebox";
import {
  Assignments,
  COMMON_DEFS,
  Digits,
  HttpRequest,
  HttpTimeout,
  IntentName,
  Language,
  Listen,
  Name,
  NodeId,
  Outcome,
  Reprompt,
  Retries,
  RunLimits,
  ref,
  Saves,
  Store,
  Tags,
  Text,
  Title,
  TransferTo,
  Variable,
  type When,
} from "./definition_parts";
import { SCENARIO_LIMITS as LIMITS } from "./limits";

const closed = { additionalProperties: false } as const;
const label = (description: string) => Type.String({ ...NodeId, description }) as typeof NodeId;
const Goto = label("Label of a step of the same list.");
const common = {
  label: Type.Optional(label("Lets other steps of the same list go here.")),
  title: Type.Optional(Title),
};

export const IntentAnswer = Type.Object({ intent: IntentName, goto: Goto }, closed);
export const DigitsAnswer = Type.Object({ digits: Digits, goto: Goto }, closed);
export type Answer = Static<typeof IntentAnswer> | Static<typeof DigitsAnswer>;

export const SayStep = Type.Object(
  {
    ...common,
    do: Type.Literal("say"),
    text: Text,
    barge_in: Type.Optional(Type.Boolean({ description: "Default false." })),
  },
  { ...closed, description: "Says a text." },
);
export const AskStep = Type.Object(
  {
    ...common,
    do: Type.Literal("ask"),
    text: Text,
    barge_in: Type.Optional(Type.Boolean({ description: "Default true." })),
    listen: Listen,
    answers: Type.Array(ref<Answer>("answer"), {
      maxItems: LIMITS.branches,
      description: "None: an open question, any answer goes on with the next step.",
    }),
    store: Type.Optional(Store),
    retries: Type.Optional(Retries),
    reprompt: Type.Optional(Reprompt),
    no_match: Type.Optional(
      label("Where an answer leads that is none of `answers`, after the retries. Default: the next step."),
    ),
    no_input: Type.Optional(label("Where silence leads, after the retries. Default: the next step.")),
  },
  { ...closed, description: "Asks and waits for an answer by speech, keys or either." },
);
export const IfStep = Type.Object(
  {
    ...common,
    do: Type.Literal("if"),
    when: ref<When>("when"),
    // biome-ignore lint/suspicious/noThenProperty: the word people expect after "if"; schemas are never awaited
    then: Goto,
    else: Type.Optional(label("Default: the next step.")),
  },
  { ...closed, description: "Goes on at one label or another." },
);
export const SetStep = Type.Object(
  { ...common, do: Type.Literal("set"), assign: Assignments },
  { ...closed, description: "Assigns variables, in order." },
);
export const HttpStep = Type.Object(
  {
    ...common,
    do: Type.Literal("http"),
    request: HttpRequest,
    timeout_s: HttpTimeout,
    save: Saves,
    on_error: Type.Optional(
      label(
        "Where anything leads but a 2xx answer in time (with JSON in it, if something is saved). Default: the next step.",
      ),
    ),
  },
  { ...closed, description: "Asks a web service." },
);
export const TransferStep = Type.Object(
  {
    ...common,
    do: Type.Literal("transfer"),
    to: TransferTo,
    on_failure: Type.Optional(label("Where a failed transfer leads. Default: the call ends.")),
  },
  { ...closed, description: "Hands the caller over; a transfer that works ends the scenario." },
);
export const CallStep = Type.Object(
  { ...common, do: Type.Literal("call"), procedure: Name },
  { ...closed, description: "Runs a procedure, then goes on with the next step." },
);
export const ReturnStep = Type.Object(
  { ...common, do: Type.Literal("return") },
  { ...closed, description: "Ends a procedure before its last step; only inside `procedures`." },
);
export const GotoStep = Type.Object(
  { ...common, do: Type.Literal("goto"), to: Goto },
  { ...closed, description: "Goes on at a label." },
);
export const HangupStep = Type.Object(
  {
    ...common,
    do: Type.Literal("hangup"),
    text: Type.Optional(Text),
    outcome: Type.Optional(Outcome),
    tags: Type.Optional(Tags),
  },
  { ...closed, description: "Says a last text, if any, and ends the call." },
);

/** Schema of every kind of step, by its `do`. */
export const STEP_SCHEMAS = {
  say: SayStep,
  ask: AskStep,
  if: IfStep,
  set: SetStep,
  http: HttpStep,
  transfer: TransferStep,
  call: CallStep,
  return: ReturnStep,
  goto: GotoStep,
  hangup: HangupStep,
} as const;
export type SayStep = Static<typeof SayStep>;
export type AskStep = Static<typeof AskStep>;
export type IfStep = Static<typeof IfStep>;
export type SetStep = Static<typeof SetStep>;
export type HttpStep = Static<typeof HttpStep>;
export type TransferStep = Static<typeof TransferStep>;
export type CallStep = Static<typeof CallStep>;
export type ReturnStep = Static<typeof ReturnStep>;
export type GotoStep = Static<typeof GotoStep>;
export type HangupStep = Static<typeof HangupStep>;
export type Step =
  | SayStep
  | AskStep
  | IfStep
  | SetStep
  | HttpStep
  | TransferStep
  | CallStep
  | ReturnStep
  | GotoStep
  | HangupStep;
export type StepKind = Step["do"];

const steps = (description: string) =>
  Type.Array(ref<Step>("step"), { minItems: 1, maxItems: LIMITS.steps, description });

export const DefinitionV1 = Type.Object(
  {
    format: Type.Literal("v1"),
    language: Language,
    variables: Type.Array(Variable, { maxItems: LIMITS.variables }),
    limits: Type.Optional(RunLimits),
    steps: steps("Run in order from the first; after the last the call is hung up."),
    procedures: Type.Optional(
      Type.Record(Name, steps("Run in order from the first; after the last it returns."), {
        ...closed,
        maxProperties: LIMITS.flows,
        description: "Lists of steps by name, for `call`.",
      }),
    ),
  },
  {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: "urn:drowsyguard:scenario-definition:v1",
    title: "Scenario definition v1",
    ...closed,
    $defs: {
      ...COMMON_DEFS,
      answer: Type.Union([IntentAnswer, DigitsAnswer]) as TSchema,
      step: Type.Union(Object.values(STEP_SCHEMAS)) as TSchema,
    },
  },
);
export type DefinitionV1 = Static<typeof DefinitionV1>;
