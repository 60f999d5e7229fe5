import { type Static, Type } from "@sinclair/typebox";
import { Nullable, OneOf, PageQuery, Timestamp, Uuid, VersionNumber } from "../http/schema";

const filters = {
  version: Type.Optional({
    ...VersionNumber,
    description: "Without it the published one, or where none is published the latest",
  }),
  from: Type.Optional({ ...Timestamp, description: "Calls queued at or after" }),
  to: Type.Optional({ ...Timestamp, description: "Calls queued before" }),
  campaign_id: Type.Optional(Uuid),
  kind: Type.Optional(OneOf(["campaign", "test"], { description: "Without it both" })),
};

export const FlowQuery = Type.Object(filters);
export type FlowFilter = Static<typeof FlowQuery>;

const FlowName = Nullable(Type.String({ description: "Null: the main flow" }));
const NodeName = Type.String();
const Outcomes = Type.Record(Type.String(), Type.Integer(), {
  description: "Calls that ended here, by how the scenario ended",
});

const nodeFigures = {
  visits: Type.Integer({ description: "How often it was entered" }),
  calls: Type.Integer({ description: "Calls that entered it" }),
  active: Type.Integer({ description: "Calls that are there now" }),
  ended: Outcomes,
  drop_outs: Type.Integer({
    description: "Of those, the ones that the scenario did not end: hung up, cut off, canceled, a fault or a limit",
  }),
};
const edgeFigures = { visits: Type.Integer({ description: "How often it was taken" }), calls: Type.Integer() };
const edgePlace = {
  from_flow: FlowName,
  from_node_id: Nullable(Type.String({ description: "Null: the beginning of the call" })),
  flow: FlowName,
  node_id: NodeName,
  via: Type.String({
    description: "start, next, branch:0…, otherwise, no_match, no_input, on_error, on_failure, flow, return",
  }),
};

const CallsSchema = Type.Object({
  total: Type.Integer({ description: "Calls with this version that the filter takes" }),
  open: Type.Integer({ description: "Not ended yet" }),
  entered: Type.Integer({ description: "Calls that entered the scenario; nobody answered the others" }),
});

const common = { scenario_id: Uuid, version: Type.Integer(), calls: CallsSchema };

export const NodeFlow = Type.Object(
  {
    ...common,
    nodes: Type.Array(Type.Object({ flow: FlowName, node_id: NodeName, type: Type.String(), ...nodeFigures })),
    edges: Type.Array(Type.Object({ ...edgePlace, ...edgeFigures })),
  },
  { description: "A node's visits are the sum of its edges in, and of its edges out, active and ended" },
);

export const NodeGraph = Type.Object({
  ...common,
  language: Type.String(),
  nodes: Type.Array(
    Type.Object({
      flow: FlowName,
      node_id: NodeName,
      type: Type.String(),
      title: Nullable(Type.String()),
      text: Nullable(Type.String()),
      position: Type.Union([Type.Object({ x: Type.Number(), y: Type.Number() }), Type.Null()]),
      is_start: Type.Boolean(),
      ...nodeFigures,
    }),
  ),
  edges: Type.Array(
    Type.Object({
      ...edgePlace,
      label: Nullable(Type.String({ description: "The intent or the keys of a branch" })),
      ...edgeFigures,
    }),
  ),
});

export const TraceQuery = Type.Object({ call_id: Uuid });

export const NodeTrace = Type.Object({
  call_id: Uuid,
  scenario_id: Uuid,
  version: Type.Integer(),
  complete: Type.Boolean({ description: "The call has ended" }),
  events: Type.Array(
    Type.Object({
      seq: Type.Integer(),
      at_ms: Type.Integer({ description: "Milliseconds since the answer" }),
      flow: FlowName,
      node_id: NodeName,
      visit: Type.Integer({ description: "Counts the nodes entered in the call, from 1" }),
      kind: Type.String(),
      detail: Type.Record(Type.String(), Type.Unknown(), {
        description: "Who only watches gets no keys, numbers and values of variables",
      }),
    }),
  ),
});

export const MessagesQuery = Type.Object({
  ...filters,
  ...PageQuery,
  node_id: Type.String({ minLength: 1, maxLength: 200 }),
  flow: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: "Without it the main flow" })),
});

const Decision = Nullable(
  Type.String({ description: "intent, digits, open, no_match or no_input; null while it is not made" }),
);
const messageParts = {
  kind: OneOf(["heard", "digits", "silence"]),
  text: Type.String({ description: "Keys are shown as dots to those who only watch" }),
  intent: Nullable(Type.String()),
};

export const NodeMessages = Type.Object({
  scenario_id: Uuid,
  version: Type.Integer(),
  counts: Type.Optional(
    Type.Array(
      Type.Object({ kind: messageParts.kind, intent: messageParts.intent, decision: Decision, count: Type.Integer() }),
      { description: "Of all messages; on the first page" },
    ),
  ),
  texts: Type.Optional(
    Type.Array(Type.Object({ ...messageParts, count: Type.Integer() }), {
      description: "The fifty that were said or pressed most often; on the first page",
    }),
  ),
  items: Type.Array(
    Type.Object({
      call_id: Uuid,
      seq: Type.Integer(),
      at_ms: Type.Integer(),
      attempt: Nullable(Type.Integer()),
      ...messageParts,
      intent_confidence: Nullable(Type.Number()),
      decision: Decision,
    }),
  ),
  next_cursor: Nullable(Type.String()),
});

const Label = Nullable(Type.String({ minLength: 1, maxLength: 200 }));
const Figure = Nullable(Type.Number());

export const EvaluationQuery = Type.Object(filters);

export const LabelledUtterances = Type.Object(
  {
    utterances: Type.Array(
      Type.Object(
        {
          text: Type.String({ minLength: 1, maxLength: 500, pattern: "\\S" }),
          intent: { ...Label, description: "What is meant; null: none of the intents" } as typeof Label,
          language: Type.Optional(
            Type.String({ minLength: 2, maxLength: 35, description: "BCP 47; without it the scenario's" }),
          ),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 2000 },
    ),
  },
  { additionalProperties: false },
);

export const EvaluationSchema = Type.Object({
  utterances: Type.Integer(),
  accuracy: Figure,
  macro_f1: Figure,
  unmatched: Type.Integer({ description: "Meant an intent, and were taken for none" }),
  intents: Type.Array(
    Type.Object({ intent: Type.String(), support: Type.Integer(), precision: Figure, recall: Figure, f1: Figure }),
  ),
  confusion: Type.Object(
    { labels: Type.Array(Label), counts: Type.Array(Type.Array(Type.Integer())) },
    { description: "counts[meant][taken], both in the order of labels; null: none of the intents" },
  ),
  mistakes: Type.Array(
    Type.Object({
      text: Type.String(),
      language: Type.String(),
      expected: Label,
      got: Label,
      confidence: Type.Number(),
    }),
  ),
});

export const LibraryEvaluation = Type.Object({
  scenario_id: Uuid,
  version: Type.Integer(),
  library: {
    ...EvaluationSchema,
    description: "The project's library, each utterance asked of a matcher that was trained without it",
  } as typeof EvaluationSchema,
  calls: Type.Array(
    Type.Object({
      matcher: Nullable(Type.String()),
      intent: Nullable(Type.String({ description: "Null: taken for none" })),
      count: Type.Integer(),
      average_confidence: Type.Number(),
    }),
    { description: "What callers' words were taken for in real calls" },
  ),
});
