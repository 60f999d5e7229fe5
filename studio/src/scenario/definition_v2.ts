/** Scenario definition, format v2: a graph of nodes, with named sub-flows. */
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
const Next = Type.String({ ...NodeId, description: "Id of the node that follows, in the same flow." }) as typeof NodeId;
const common = {
  id: NodeId,
  title: Type.Optional(Title),
  position: Type.Optional(
    Type.Object({ x: Type.Number(), y: Type.Number() }, { ...closed, description: "Where an editor draws it." }),
  ),
};

export const IntentBranch = Type.Object({ intent: IntentName, next: Next }, closed);
export const DigitsBranch = Type.Object({ digits: Digits, next: Next }, closed);
export type AskBranch = Static<typeof IntentBranch> | Static<typeof DigitsBranch>;

export const SayNode = Type.Object(
  {
    ...common,
    type: Type.Literal("say"),
    text: Text,
    barge_in: Type.Optional(Type.Boolean({ description: "The caller may interrupt. Default false." })),
    next: Next,
  },
  { ...closed, description: "Says a text." },
);
export const AskNode = Type.Object(
  {
    ...common,
    type: Type.Literal("ask"),
    text: Text,
    barge_in: Type.Optional(
      Type.Boolean({ description: "The caller may answer while the question is spoken. Default true." }),
    ),
    listen: Listen,
    branches: Type.Array(ref<AskBranch>("ask_branch"), { maxItems: LIMITS.branches }),
    store: Type.Optional(Store),
    retries: Type.Optional(Retries),
    reprompt: Type.Optional(Reprompt),
    next: Type.Optional(
      Type.String({
        ...NodeId,
        description:
          "Takes every answer that no branch takes: an open question, such as for a number. Stands in place of no_match.",
      }) as typeof NodeId,
    ),
    no_match: Type.Optional(
      Type.String({
        ...NodeId,
        description: "Where an answer leads that no branch takes, after the retries. Needed unless there is `next`.",
      }) as typeof NodeId,
    ),
    no_input: Type.String({ ...NodeId, description: "Where silence leads, after the retries." }) as typeof NodeId,
  },
  { ...closed, description: "Asks and waits for an answer by speech, keys or either." },
);
export const ConditionNode = Type.Object(
  {
    ...common,
    type: Type.Literal("condition"),
    branches: Type.Array(Type.Object({ when: ref<When>("when"), next: Next }, closed), {
      minItems: 1,
      maxItems: LIMITS.branches,
    }),
    otherwise: Next,
  },
  { ...closed, description: "Takes the first branch whose condition holds." },
);
export const SetNode = Type.Object(
  { ...common, type: Type.Literal("set"), assign: Assignments, next: Next },
  { ...closed, description: "Assigns variables, in order." },
);
export const HttpNode = Type.Object(
  {
    ...common,
    type: Type.Literal("http"),
    request: HttpRequest,
    timeout_s: HttpTimeout,
    save: Saves,
    next: Next,
    on_error: Type.String({
      ...NodeId,
      description: "Where anything leads but a 2xx answer in time (with JSON in it, if something is saved).",
    }) as typeof NodeId,
  },
  { ...closed, description: "Asks a web service." },
);
export const TransferNode = Type.Object(
  {
    ...common,
    type: Type.Literal("transfer"),
    to: TransferTo,
    on_failure: Type.Optional(
      Type.String({
        ...NodeId,
        description: "Where a failed transfer leads; without it the call ends.",
      }) as typeof NodeId,
    ),
  },
  { ...closed, description: "Hands the caller over; a transfer that works ends the scenario." },
);
export const SubflowNode = Type.Object(
  {
    ...common,
    type: Type.Literal("subflow"),
    flow: Name,
    next: Type.Optional(
      Type.String({
        ...NodeId,
        description: "Where it goes on after the flow returns. Needed unless the flow never returns.",
      }) as typeof NodeId,
    ),
  },
  { ...closed, description: "Runs a named flow, then goes on." },
);
export const ReturnNode = Type.Object(
  { ...common, type: Type.Literal("return") },
  { ...closed, description: "Ends a sub-flow; only inside `flows`." },
);
export const HangupNode = Type.Object(
  {
    ...common,
    type: Type.Literal("hangup"),
    text: Type.Optional(Text),
    outcome: Type.Optional(Outcome),
    tags: Type.Optional(Tags),
  },
  { ...closed, description: "Says a last text, if any, and ends the call." },
);

/** Schema of every node type, by its `type`. */
export const NODE_SCHEMAS = {
  say: SayNode,
  ask: AskNode,
  condition: ConditionNode,
  set: SetNode,
  http: HttpNode,
  transfer: TransferNode,
  subflow: SubflowNode,
  return: ReturnNode,
  hangup: HangupNode,
} as const;
export type SayNode = Static<typeof SayNode>;
export type AskNode = Static<typeof AskNode>;
export type ConditionNode = Static<typeof ConditionNode>;
export type SetNode = Static<typeof SetNode>;
export type HttpNode = Static<typeof HttpNode>;
export type TransferNode = Static<typeof TransferNode>;
export type SubflowNode = Static<typeof SubflowNode>;
export type ReturnNode = Static<typeof ReturnNode>;
export type HangupNode = Static<typeof HangupNode>;
export type Node =
  | SayNode
  | AskNode
  | ConditionNode
  | SetNode
  | HttpNode
  | TransferNode
  | SubflowNode
  | ReturnNode
  | HangupNode;
export type NodeType = Node["type"];

const Nodes = Type.Array(ref<Node>("node"), { minItems: 1, maxItems: LIMITS.nodes });
export const Flow = Type.Object(
  { start: Type.String({ ...NodeId, description: "Id of the first node." }) as typeof NodeId, nodes: Nodes },
  { ...closed, description: "A named sub-flow with nodes of its own; ids are unique within it." },
);
export type Flow = Static<typeof Flow>;

export const DefinitionV2 = Type.Object(
  {
    format: Type.Literal("v2"),
    language: Language,
    start: Type.String({ ...NodeId, description: "Id of the first node." }) as typeof NodeId,
    variables: Type.Array(Variable, { maxItems: LIMITS.variables }),
    limits: Type.Optional(RunLimits),
    nodes: Nodes,
    flows: Type.Optional(
      Type.Record(Name, ref<Flow>("flow"), {
        ...closed,
        maxProperties: LIMITS.flows,
        description: "Sub-flows by name.",
      }),
    ),
  },
  {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: "urn:drowsyguard:scenario-definition:v2",
    title: "Scenario definition v2",
    ...closed,
    $defs: {
      ...COMMON_DEFS,
      ask_branch: Type.Union([IntentBranch, DigitsBranch]) as TSchema,
      node: Type.Union(Object.values(NODE_SCHEMAS)) as TSchema,
      flow: Flow as TSchema,
    },
  },
);
export type DefinitionV2 = Static<typeof DefinitionV2>;
