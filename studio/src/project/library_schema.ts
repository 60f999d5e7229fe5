import { type TSchema, Type } from "@sinclair/typebox";
import { Body, Nullable, OneOf, Timestamp, Uuid } from "../http/schema";
import { IntentName, Language, Name } from "../scenario/definition_parts";
import { SCENARIO_LIMITS } from "../scenario/limits";
import { Description } from "./schema";

/** Sizes of a library. Source: own choice; the matcher trains from all of it, so it has to fit into memory. */
export const LIBRARY_LIMITS = { items: 1_000, utterances: 500, utterance_chars: 500 } as const;

const Scalar = Type.Unsafe<string | number | boolean | null>({
  type: ["string", "number", "boolean", "null"],
  maxLength: SCENARIO_LIMITS.text_chars,
});

const intent = {
  name: IntentName,
  language: Nullable(Language),
  description: Description,
  utterances: Type.Array(Type.String({ minLength: 1, maxLength: LIBRARY_LIMITS.utterance_chars, pattern: "\\S" }), {
    maxItems: LIBRARY_LIMITS.utterances,
    uniqueItems: true,
    description: "What callers say who mean it; the matcher is trained from them",
  }),
};

const prompt = {
  name: IntentName,
  language: Language,
  text: Type.String({ minLength: 1, maxLength: SCENARIO_LIMITS.text_chars, pattern: "\\S" }),
};

const variable = {
  name: Name,
  type: OneOf(["string", "number", "boolean"]),
  default: Scalar,
  description: Description,
};

const optional = <Schema extends TSchema>(schema: Schema, value: unknown) =>
  Type.Optional({ ...schema, default: value });

/** The kinds of things that the scenarios of a project share, by the name of their list. */
export const LIBRARIES = {
  intents: {
    kind: "intent",
    one: "an intent",
    schema: itemOf(intent),
    body: Body({ ...intent, language: optional(intent.language, null), description: optional(Description, "") }),
  },
  prompts: { kind: "prompt", one: "a prompt", schema: itemOf(prompt), body: Body(prompt) },
  variables: {
    kind: "variable",
    one: "a variable",
    schema: itemOf(variable),
    body: Body({ ...variable, default: optional(Scalar, null), description: optional(Description, "") }),
  },
} as const;

export type LibraryKind = (typeof LIBRARIES)[keyof typeof LIBRARIES]["kind"];

function itemOf<Properties extends Record<string, TSchema>>(properties: Properties) {
  return Type.Object({
    id: Uuid,
    ...properties,
    revision: Type.Integer(),
    created_at: Timestamp,
    updated_at: Timestamp,
  });
}
