import { Type } from "@sinclair/typebox";
import { CALL_ENDINGS, CALL_STATES } from "../call/schema";
import { Nullable, Timestamp, Uuid } from "../http/schema";

const counts = (names: readonly string[], description: string) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, Type.Integer()])), { description });

const Share = Type.Number({
  minimum: 0,
  maximum: 1,
  description: "Of the calls that have ended; null before the first has",
});

const Figures = {
  calls: Type.Integer({ description: "Queued today, whatever has become of them" }),
  answered: Type.Integer(),
  ended: Type.Integer(),
};

export const TodayQuery = Type.Object({
  project_id: Type.Optional(Uuid),
  callbot_id: Type.Optional(Uuid),
  campaign_id: Type.Optional(Uuid),
});

export const TodaySchema = Type.Object({
  date: Type.String({ format: "date", description: "Today, by the calendar of the tenant's time zone" }),
  time_zone: Type.String(),
  from: Timestamp,
  to: { ...Timestamp, description: "Tomorrow begins; RFC 3339, UTC" },
  ...Figures,
  by_state: counts(CALL_STATES, "Calls by what they are doing now"),
  by_outcome: counts(CALL_ENDINGS, "Calls that have ended, by what became of them"),
  answered_rate: Nullable(Share),
  average_duration_ms: Nullable(Type.Integer({ description: "From answer to end, of answered calls that have ended" })),
  open_calls: Type.Integer({ description: "Not ended yet, also of those queued before today" }),
  running_campaigns: Type.Array(
    Type.Object({ id: Uuid, project_id: Uuid, name: Type.String(), open_calls: Type.Integer() }),
    { description: "At most a hundred, the newest first" },
  ),
  hours: Type.Array(Type.Object({ from: Timestamp, ...Figures }), {
    description: "Each hour since the day began, up to now; a day on which the clocks change has 23 or 25",
  }),
});
