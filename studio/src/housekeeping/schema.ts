import { type Static, Type } from "@sinclair/typebox";
import { Body, Nullable } from "../http/schema";

const Days = (description: string) =>
  Nullable(Type.Integer({ minimum: 1, maximum: 36_500, description: `${description} Null: no limit.` }));

const limits = {
  recordings_days: Days("Recordings go so long after the end of their call, and with the call at the latest."),
  calls_days: Days("Calls go so long after their end, with transcript, trace and recording."),
  contacts_days: Days("Contacts go so long after the end of their campaign."),
};

export const RetentionLimits = Body(limits);
export type RetentionLimits = Static<typeof RetentionLimits>;

export const RetentionSchema = Type.Object({
  ...limits,
  effective: Type.Object(limits, {
    description: "What counts: of tenant and project the shorter time, and recordings no longer than their calls",
  }),
});
