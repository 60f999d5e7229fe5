import { type Static, Type } from "@sinclair/typebox";
import { WEEKDAYS, type Weekday } from "../time/civil";

/** Sizes of schedules. Source: own choice; a year of exceptions fits, and asking what is active stays a matter of milliseconds. */
export const SCHEDULE_LIMITS = { schedules: 10, rules: 50, exceptions: 400, hours: 24, name_chars: 200 } as const;

const TimeOfDay = (description: string) => Type.String({ pattern: "^([01]\\d|2[0-3]):[0-5]\\d$|^24:00$", description });
const LocalDate = (description: string) => Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$", description });

const DateOrNull = (description: string) =>
  Type.Unsafe<string | null>({ ...LocalDate(description), type: ["string", "null"], default: null });

const From = TimeOfDay("First minute, as a clock on the wall shows it, HH:MM.");
const To = TimeOfDay(
  "First minute that is no longer part of it; before `from`: on the next day. 24:00 is the end of the day.",
);
const Priority = Type.Optional(
  Type.Integer({ minimum: -100, maximum: 100, default: 0, description: "Where several apply, the highest wins." }),
);
const ScenarioId = Type.String({ format: "uuid", description: "The scenario that is active." });

export const Weekdays = Type.Array(Type.Unsafe<Weekday>({ type: "string", enum: [...WEEKDAYS] }), {
  minItems: 1,
  maxItems: 7,
  uniqueItems: true,
  description: "Days on which it begins.",
});

/** Hours of a day in which a scenario is active. */
export const ScheduleHours = Type.Object(
  { from: From, to: To, scenario_id: ScenarioId, priority: Priority },
  { additionalProperties: false },
);
export type ScheduleHours = Static<typeof ScheduleHours>;

/** Hours that repeat every week. */
export const ScheduleRule = Type.Object(
  { days: Weekdays, from: From, to: To, scenario_id: ScenarioId, priority: Priority },
  { additionalProperties: false },
);
export type ScheduleRule = Static<typeof ScheduleRule>;

/** A date on which the weekly rules do not begin: closed where `hours` is empty, else those hours instead. */
export const ScheduleException = Type.Object(
  {
    date: LocalDate("The local date."),
    name: Type.Optional(
      Type.String({ maxLength: SCHEDULE_LIMITS.name_chars, description: "For people: the holiday." }),
    ),
    hours: Type.Array(ScheduleHours, { maxItems: SCHEDULE_LIMITS.hours, description: "Empty: closed." }),
  },
  { additionalProperties: false },
);
export type ScheduleException = Static<typeof ScheduleException>;

/** When which scenario is active: weekly rules in a time zone, and the dates that differ. */
export const ScheduleDocument = Type.Object(
  {
    time_zone: Type.String({ maxLength: 64, description: "IANA name, for example Europe/Berlin." }),
    valid_from: DateOrNull("First local date on which anything begins."),
    valid_to: DateOrNull("Last local date on which anything begins."),
    rules: Type.Array(ScheduleRule, { maxItems: SCHEDULE_LIMITS.rules }),
    exceptions: Type.Array(ScheduleException, { maxItems: SCHEDULE_LIMITS.exceptions, default: [] }),
  },
  { additionalProperties: false },
);
export type ScheduleDocument = Static<typeof ScheduleDocument>;

/** Hours of the week in which people may be called, as the clock on their own wall shows them. */
export const CallingWindow = Type.Object(
  {
    hours: Type.Array(Type.Object({ days: Weekdays, from: From, to: To }, { additionalProperties: false }), {
      minItems: 1,
      maxItems: SCHEDULE_LIMITS.rules,
    }),
    closed_dates: Type.Optional(
      Type.Array(LocalDate("A local date without calls."), { maxItems: SCHEDULE_LIMITS.exceptions, uniqueItems: true }),
    ),
  },
  { additionalProperties: false, description: "Calling hours; none of them may pass midnight." },
);
export type CallingWindow = Static<typeof CallingWindow>;
