import type { DefinitionV1 } from "../scenario/definition_v1";
import type { DefinitionV2 } from "../scenario/definition_v2";

/**
 * The workshop's. The Federal Network Agency keeps +49 30 23125 000 to 999 free for films and books: nobody is called should
 * somebody let a real gateway loose on the demo.
 */
export const DEMO_NUMBER = "+493023125900";

/** What the demo's callers may mean, with what they say then. */
export const DEMO_INTENTS: Readonly<Record<string, readonly string[]>> = {
  yes: [
    "yes",
    "yes please",
    "yeah sure",
    "of course",
    "I will be there",
    "that works for me",
    "certainly",
    "okay fine",
  ],
  no: ["no", "no thank you", "I can't come", "that does not work", "not at all", "I have to cancel", "never"],
  agent: ["a human please", "I want to talk to someone", "put me through", "speak to an agent", "operator"],
};

/** An appointment reminder as a graph: speech or keys, a second chance, a person at the end. */
export const REMINDER: DefinitionV2 = {
  format: "v2",
  language: "en",
  start: "greet",
  variables: [
    { name: "name", type: "string", source: "contact" },
    { name: "day", type: "string", source: "contact" },
    { name: "tries", type: "number", initial: 0 },
  ],
  limits: { max_turns: 20, max_duration_s: 300 },
  nodes: [
    {
      id: "greet",
      type: "say",
      text: "Hello {{name}}, this is Rosa from the workshop.",
      barge_in: true,
      next: "coming",
    },
    {
      id: "coming",
      type: "ask",
      text: "Are you bringing your car on {{day}}? Say yes or no, or press one or two.",
      listen: { mode: "either", timeout_s: 5, max_digits: 1 },
      branches: [
        { intent: "yes", next: "thanks" },
        { digits: "1", next: "thanks" },
        { intent: "no", next: "cancelled" },
        { digits: "2", next: "cancelled" },
        { intent: "agent", next: "desk" },
      ],
      retries: 1,
      reprompt: "Sorry, I did not get that. Are you coming on {{day}}?",
      no_match: "count",
      no_input: "count",
    },
    { id: "count", type: "set", assign: [{ variable: "tries", add: 1 }], next: "enough" },
    {
      id: "enough",
      type: "condition",
      branches: [{ when: { variable: "tries", op: ">=", value: 2 }, next: "desk" }],
      otherwise: "coming",
    },
    { id: "desk", type: "transfer", to: DEMO_NUMBER, on_failure: "later" },
    { id: "later", type: "hangup", text: "Nobody is free. We will call again.", outcome: "no_agent" },
    {
      id: "cancelled",
      type: "hangup",
      text: "All right, the date is free again.",
      outcome: "cancelled",
      tags: ["cancelled"],
    },
    { id: "thanks", type: "hangup", text: "Thank you, see you on {{day}}.", outcome: "confirmed", tags: ["confirmed"] },
  ],
};

/** Outside of opening hours: a list of steps. */
export const CLOSED: DefinitionV1 = {
  format: "v1",
  language: "en",
  variables: [{ name: "name", type: "string", source: "contact" }],
  steps: [
    { do: "say", text: "Hello {{name}}, the workshop is closed now." },
    {
      do: "ask",
      text: "Press one, and we call you back tomorrow.",
      listen: { mode: "dtmf", timeout_s: 5, max_digits: 1 },
      answers: [{ digits: "1", goto: "callback" }],
      retries: 1,
    },
    { do: "hangup", text: "Goodbye.", outcome: "closed" },
    { label: "callback", do: "hangup", text: "We will call you. Goodbye.", outcome: "callback", tags: ["callback"] },
  ],
};
