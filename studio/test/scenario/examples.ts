/** Definitions that the tests start from: small, but with every kind of node. */
import type { DefinitionV1 } from "../../src/scenario/definition_v1";
import type { DefinitionV2 } from "../../src/scenario/definition_v2";

/** An appointment reminder: asks, looks up, transfers, with a sub-flow. Accepted without a finding. */
export const reminderV2 = (): DefinitionV2 => ({
  format: "v2",
  language: "en",
  start: "greet",
  variables: [
    { name: "first_name", type: "string", source: "contact" },
    { name: "answer", type: "string" },
    { name: "tries", type: "number", initial: 0 },
    { name: "slot", type: "string" },
  ],
  limits: { max_turns: 20, max_duration_s: 300 },
  nodes: [
    { id: "greet", type: "say", text: "Hello {{first_name}}.", next: "coming" },
    {
      id: "coming",
      type: "ask",
      text: "Are you coming tomorrow?",
      listen: { mode: "either", timeout_s: 5 },
      branches: [
        { intent: "yes", next: "thanks" },
        { digits: "1", next: "thanks" },
        { intent: "no", next: "another" },
        { digits: "2", next: "another" },
      ],
      store: "answer",
      retries: 1,
      reprompt: "Sorry, are you coming?",
      no_match: "count",
      no_input: "count",
    },
    { id: "count", type: "set", assign: [{ variable: "tries", add: 1 }], next: "enough" },
    {
      id: "enough",
      type: "condition",
      branches: [{ when: { variable: "tries", op: ">=", value: 2 }, next: "agent" }],
      otherwise: "coming",
    },
    { id: "another", type: "subflow", flow: "find_slot", next: "told" },
    {
      id: "told",
      type: "condition",
      branches: [{ when: { variable: "slot", op: "is_set" }, next: "offer" }],
      otherwise: "agent",
    },
    { id: "offer", type: "say", text: "We have {{slot}}.", next: "thanks" },
    { id: "agent", type: "transfer", to: "+4930123456", on_failure: "sorry" },
    { id: "sorry", type: "hangup", text: "Nobody is free.", outcome: "no_agent" },
    { id: "thanks", type: "hangup", text: "Thank you.", outcome: "confirmed", tags: ["reminder"] },
  ],
  flows: {
    find_slot: {
      start: "ask_service",
      nodes: [
        {
          id: "ask_service",
          type: "http",
          request: { method: "POST", url: "https://slots.example/next?name={{first_name}}", body: '{"n":{{tries}}}' },
          timeout_s: 5,
          save: [{ variable: "slot", pointer: "/slot" }],
          next: "back",
          on_error: "back",
        },
        { id: "back", type: "return" },
      ],
    },
  },
});

/** The same idea as a list of steps. Accepted without a finding. */
export const reminderV1 = (): DefinitionV1 => ({
  format: "v1",
  language: "en",
  variables: [
    { name: "first_name", type: "string", source: "contact" },
    { name: "number", type: "string" },
    { name: "tries", type: "number", initial: 0 },
  ],
  steps: [
    { do: "say", text: "Hello {{first_name}}." },
    {
      label: "coming",
      do: "ask",
      text: "Are you coming tomorrow?",
      listen: { mode: "dtmf", timeout_s: 5 },
      answers: [
        { digits: "1", goto: "thanks" },
        { digits: "2", goto: "another" },
      ],
      retries: 1,
    },
    { do: "set", assign: [{ variable: "tries", add: 1 }] },
    // biome-ignore lint/suspicious/noThenProperty: the format has this word
    { do: "if", when: { variable: "tries", op: "<", value: 2 }, then: "coming", else: "agent" },
    { label: "another", do: "call", procedure: "new_date" },
    { do: "goto", to: "thanks" },
    { label: "agent", do: "transfer", to: "sip:desk@example.com", on_failure: "sorry" },
    { label: "sorry", do: "hangup", text: "Nobody is free.", outcome: "no_agent" },
    { label: "thanks", do: "say", text: "Thank you." },
  ],
  procedures: {
    new_date: [
      {
        do: "ask",
        text: "Which day?",
        listen: { mode: "dtmf", timeout_s: 5, max_digits: 2 },
        answers: [],
        store: "number",
      },
      // biome-ignore lint/suspicious/noThenProperty: the format has this word
      { do: "if", when: { variable: "number", op: "is_set" }, then: "save" },
      { do: "return" },
      {
        label: "save",
        do: "http",
        request: { method: "POST", url: "https://dates.example/", body: '{"day":"{{number}}"}' },
        timeout_s: 5,
        save: [],
      },
    ],
  },
});
