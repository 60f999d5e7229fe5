/** The keys of POST /config: their types, their ranges, and how a request is checked. */

/** Everything that can be changed live. Counts are frames, fractions 0-1. */
export interface Config {
  /** Risk level that starts a streak. */
  readonly trigger: number;
  /** Consecutive frames over the trigger that an alert needs. */
  readonly required: number;
  /** Frames held off after an alert. */
  readonly cooldown: number;
  /** Side of the centre crop, fraction of the frame; used only where no face is detected. */
  readonly zoom: number;
  readonly face_detect: boolean;
  /** Frames in the PERCLOS window. */
  readonly perclos_window: number;
  /** P(closed) above which an eye counts as shut. */
  readonly eye_closed_threshold: number;
  /** Seconds of continuous absence before the no-driver alert. */
  readonly no_driver_after: number;
  /** False withholds only the announcement. */
  readonly no_driver_alert: boolean;
}

export type ConfigChange = Partial<Config>;

interface NumberRule {
  readonly type: "number" | "integer";
  readonly min: number;
  readonly max: number;
  /** A number below `min` is raised to it instead of refused. */
  readonly floored?: true;
}

export type Rule = NumberRule | { readonly type: "boolean" };

/** The document gives types and one floor; the other bounds keep every value one that the decisions can use. */
export const RULES: Readonly<Record<keyof Config, Rule>> = {
  trigger: { type: "number", min: 0, max: 1 },
  required: { type: "integer", min: 1, max: 1000 },
  cooldown: { type: "integer", min: 0, max: 10_000 },
  zoom: { type: "number", min: 0.1, max: 1 },
  face_detect: { type: "boolean" },
  perclos_window: { type: "integer", min: 1, max: 512 },
  eye_closed_threshold: { type: "number", min: 0, max: 1 },
  no_driver_after: { type: "number", min: 1, max: 3600, floored: true },
  no_driver_alert: { type: "boolean" },
};

/** A request that is refused: `field` is the key at fault, null where it is the whole body. */
export class ConfigError extends Error {
  constructor(
    message: string,
    readonly field: string | null,
  ) {
    super(message);
  }
}

function isKey(name: string): name is keyof Config {
  return Object.hasOwn(RULES, name);
}

function checked(key: keyof Config, value: unknown): number | boolean {
  const rule = RULES[key];
  if (rule.type === "boolean") {
    if (typeof value === "boolean") return value;
    throw new ConfigError(`${key} must be true or false`, key);
  }
  if (typeof value !== "number" || !Number.isFinite(value)) throw new ConfigError(`${key} must be a number`, key);
  if (rule.type === "integer" && !Number.isInteger(value)) {
    throw new ConfigError(`${key} must be a whole number of frames`, key);
  }
  const raised = rule.floored ? Math.max(rule.min, value) : value;
  if (raised < rule.min || raised > rule.max) {
    throw new ConfigError(`${key} must be from ${rule.min} to ${rule.max}`, key);
  }
  return raised;
}

/**
 * Checks a parsed body; nothing is taken from one that has anything wrong.
 * @throws ConfigError that names the first bad key
 */
export function checkChange(body: unknown): ConfigChange {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new ConfigError("the body must be a JSON object", null);
  }
  const change: Record<string, number | boolean> = {};
  for (const [key, value] of Object.entries(body)) {
    if (!isKey(key)) {
      throw new ConfigError(`unknown key ${JSON.stringify(key)}; the keys are ${Object.keys(RULES).join(", ")}`, key);
    }
    change[key] = checked(key, value);
  }
  return change as ConfigChange;
}
