/**
 * What both definition formats are built from. References between parts (`$ref: "#/$defs/…"`) let the published
 * schemas stay readable, and let validation check part by part, so that an error names the field and not a union.
 */
import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { SCENARIO_LIMITS as LIMITS } from "./limits";

const closed = { additionalProperties: false } as const;

/** A reference to a part under `$defs`, with the static type of that part. */
export const ref = <T>(name: string) => Type.Unsafe<T>({ $ref: `#/$defs/${name}` });

export const NodeId = Type.String({
  pattern: "^[A-Za-z0-9_][A-Za-z0-9_.-]*$",
  maxLength: LIMITS.name_chars,
  description: "Names a node within its flow.",
});
export const Name = Type.String({
  pattern: "^(?!__)[A-Za-z_][A-Za-z0-9_]{0,63}$",
  description: "Name of a variable, flow or procedure.",
});
const text = (description: string) => Type.String({ minLength: 1, maxLength: LIMITS.text_chars, description });
export const Text = text(
  "What is said. `{{variable}}` is replaced by its value, an unset variable by nothing; `{{prompt:name}}` by the prompt " +
    "of this name in the project's library, in the language of the scenario.",
);
export const Language = Type.String({
  pattern: "^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$",
  maxLength: 35,
  description: "BCP 47 tag of the language spoken and understood, such as `en` or `de-AT`.",
});
export const Title = Type.String({ maxLength: 200, description: "For people who edit; nothing depends on it." });

export const Scalar = Type.Union([Type.String({ maxLength: LIMITS.text_chars }), Type.Number(), Type.Boolean()]);
export type Scalar = Static<typeof Scalar>;

export const VariableType = Type.Union([Type.Literal("string"), Type.Literal("number"), Type.Literal("boolean")]);
export type VariableType = Static<typeof VariableType>;

export const Variable = Type.Object(
  {
    name: Name,
    type: VariableType,
    initial: Type.Optional(Scalar),
    source: Type.Optional(
      Type.Union([Type.Literal("contact"), Type.Literal("project")], {
        description:
          "Where the first value comes from, if there is one: the field of this name of the contact that is called, or the " +
          "default of the variable of this name in the project's library. Otherwise it is `initial`.",
      }),
    ),
    description: Type.Optional(Title),
  },
  {
    ...closed,
    description:
      "A variable of the call, seen by every flow. A value that arrives as another type is converted (`12` to 12, " +
      "`true` to true, a number to its shortest text); what cannot be converted leaves the variable unset.",
  },
);
export type Variable = Static<typeof Variable>;

export const RunLimits = Type.Object(
  {
    max_turns: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000, description: "Questions asked, retries included. Default 100." }),
    ),
    max_duration_s: Type.Optional(Type.Integer({ minimum: 10, maximum: 7_200, description: "Default 900." })),
  },
  { ...closed, description: "The call is ended where it would go beyond these." },
);
export type RunLimits = Static<typeof RunLimits>;

// Conditions

export const Comparison = Type.Object(
  {
    variable: Name,
    op: Type.Union(
      ["==", "!=", "<", "<=", ">", ">=", "is_set", "contains"].map((op) => Type.Literal(op)),
    ) as TSchema & {
      static: "==" | "!=" | "<" | "<=" | ">" | ">=" | "is_set" | "contains";
    },
    value: Type.Optional(Scalar),
  },
  {
    ...closed,
    description:
      "Compares a variable with a literal value of its type (no template). `<`, `<=`, `>`, `>=` are for numbers, " +
      "`contains` for texts (letter case ignored); `is_set` takes no value, every other operator needs one. " +
      "With an unset variable everything is false but `!=`.",
  },
);
export type Comparison = Static<typeof Comparison>;
export type When = Comparison | { all: When[] } | { any: When[] } | { not: When };
const parts = Type.Array(ref<When>("when"), { minItems: 1, maxItems: LIMITS.when_parts });
export const WhenAll = Type.Object({ all: parts }, { ...closed, description: "True where all parts are." });
export const WhenAny = Type.Object({ any: parts }, { ...closed, description: "True where a part is." });
export const WhenNot = Type.Object(
  { not: ref<When>("when") },
  { ...closed, description: "True where the part is not." },
);

// Assignments

export const AssignValue = Type.Object({ variable: Name, value: Scalar }, closed);
export const AssignAdd = Type.Object(
  { variable: Name, add: Type.Number({ description: "Added to a number; an unset one counts as 0." }) },
  closed,
);
export const AssignTemplate = Type.Object(
  { variable: Name, template: Type.String({ maxLength: LIMITS.text_chars }) },
  closed,
);
export type Assignment = Static<typeof AssignValue> | Static<typeof AssignAdd> | Static<typeof AssignTemplate>;
export const Assignments = Type.Array(ref<Assignment>("assignment"), { minItems: 1, maxItems: LIMITS.assignments });

// Listening

export const Digits = Type.String({
  pattern: "^[0-9*#]+$",
  maxLength: LIMITS.digits,
  description: "Keys pressed, in order.",
});
export const IntentName = Type.String({
  pattern: "^[A-Za-z0-9_][A-Za-z0-9_.-]*$",
  maxLength: LIMITS.name_chars,
  description: "An intent of the project's library.",
});
export const Listen = Type.Object(
  {
    mode: Type.Union([Type.Literal("speech"), Type.Literal("dtmf"), Type.Literal("either")]),
    timeout_s: Type.Number({
      minimum: 0.5,
      maximum: LIMITS.listen_timeout_s,
      description: "Silence for so long is no input; between two keys it ends the entry.",
    }),
    max_digits: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: LIMITS.digits,
        description:
          "The entry ends with this many keys. Default: the longest `digits` of the branches, 32 for an open question.",
      }),
    ),
    finish_key: Type.Optional(
      Type.Union([Type.Literal("#"), Type.Literal("*")], { description: "Ends the entry and is no part of it." }),
    ),
  },
  closed,
);
export type Listen = Static<typeof Listen>;
export const Retries = Type.Integer({
  minimum: 0,
  maximum: LIMITS.retries,
  description:
    "How often the question is asked again, over both kinds of failure, before no_match or no_input is taken. Default 0.",
});
export const Reprompt = text("Said instead of `text` when the question is asked again.");
export const Store = Type.String({
  ...Name,
  description: "Variable that takes the answer (the words said or the keys pressed), whichever branch it takes.",
}) as typeof Name;

// HTTP

export const HttpRequest = Type.Object(
  {
    method: Type.Union([
      Type.Literal("GET"),
      Type.Literal("POST"),
      Type.Literal("PUT"),
      Type.Literal("PATCH"),
      Type.Literal("DELETE"),
    ]),
    url: Type.String({
      minLength: 1,
      maxLength: LIMITS.url_chars,
      description:
        "http or https. Templates may stand in path and query, where values are percent-encoded; not in scheme or host.",
    }),
    headers: Type.Optional(
      Type.Record(
        Type.String({ pattern: "^(?!__)[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$" }),
        Type.String({ maxLength: LIMITS.header_chars, pattern: "^[^\\r\\n\\u0000]*$" }),
        { ...closed, maxProperties: LIMITS.headers, description: "Values may hold templates." },
      ),
    ),
    body: Type.Optional(
      Type.String({
        maxLength: LIMITS.body_chars,
        description:
          "Sent as it is, values put in for templates. With a content-type of JSON (the default) they are escaped as " +
          'the inside of a JSON string: write `{"name":"{{name}}"}`.',
      }),
    ),
  },
  closed,
);
export type HttpRequest = Static<typeof HttpRequest>;
export const Save = Type.Object(
  {
    variable: Name,
    pointer: Type.String({
      maxLength: 500,
      pattern: "^(/([^~/]|~0|~1)*)*$",
      description: "JSON Pointer into the answer; where it points to nothing, the variable becomes unset.",
    }),
  },
  closed,
);
export const Saves = Type.Array(Save, { maxItems: LIMITS.assignments });
export const HttpTimeout = Type.Number({ minimum: 0.5, maximum: LIMITS.http_timeout_s });

// Ends

export const TransferTo = Type.String({
  minLength: 1,
  maxLength: 255,
  description:
    "An E.164 number (`+4930123456`), an extension in digits, or a sip: or tel: address; may hold templates.",
});
export const Outcome = Type.String({
  pattern: "^[a-z0-9_]+$",
  maxLength: LIMITS.name_chars,
  description: "What the call came to, in one word; shown in lists and in the webhook.",
});
export const Tags = Type.Array(Type.String({ minLength: 1, maxLength: LIMITS.name_chars }), {
  maxItems: LIMITS.tags,
  uniqueItems: true,
});

/** The parts that both formats refer to. */
export const COMMON_DEFS = {
  when: Type.Union([Comparison, WhenAll, WhenAny, WhenNot]) as TSchema,
  assignment: Type.Union([AssignValue, AssignAdd, AssignTemplate]) as TSchema,
};
