import { type Static, Type } from "@sinclair/typebox";
import { Body, FindingSchema, Nullable, Timestamp, Uuid } from "../http/schema";
import { SCHEDULE_LIMITS, ScheduleDocument } from "./document";

const name = Type.String({ maxLength: SCHEDULE_LIMITS.name_chars, default: "", description: "For people." });
const enabled = Type.Boolean({ default: true, description: "One that is not enabled is as if it were not there." });

/** What is sent: the document and how it is kept. What may be left out has a default, and is there when a handler sees it. */
export const ScheduleBody = Body(
  { name, enabled, ...ScheduleDocument.properties },
  { required: ["time_zone", "rules"] },
);
export type ScheduleBody = Static<typeof ScheduleBody>;

export const ScheduleSchema = Type.Object({
  id: Uuid,
  callbot_id: Uuid,
  name,
  enabled,
  ...ScheduleDocument.properties,
  revision: Type.Integer(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type StoredSchedule = Static<typeof ScheduleSchema>;

const warnings = { description: "What is allowed, but looks like a mistake" };

export const ScheduleWithFindings = Type.Object({
  ...ScheduleSchema.properties,
  findings: Type.Array(FindingSchema, warnings),
});

export const ScheduleList = Type.Object({
  items: Type.Array(ScheduleSchema, {
    description: "All of them, oldest first: of two rules alike the older schedule's wins",
  }),
  next_cursor: Nullable(Type.String()),
  findings: Type.Array(FindingSchema, {
    description:
      "Rules of one priority that name different scenarios at the same time within the next weeks; paths lead into this list",
  }),
});
