import type { Assignment, Scalar, Variable, When } from "../scenario/definition_parts";
import { renderTemplate } from "../scenario/template";
import { convert } from "../scenario/value";
import { RUNTIME_LIMITS } from "./limits";

export type Variables = Readonly<Record<string, Scalar>>;
type Declared = ReadonlyMap<string, Variable>;

/** Values at the start: the contact's field of that name where the variable asks for it, else `initial`, else unset. */
export function initialVariables(
  declared: Declared,
  contact: Readonly<Record<string, unknown>>,
): Record<string, Scalar> {
  const values: Record<string, Scalar> = {};
  for (const variable of declared.values()) {
    const field =
      variable.source === "contact" && Object.hasOwn(contact, variable.name) ? contact[variable.name] : undefined;
    const value = bounded(convert(field, variable.type)) ?? bounded(convert(variable.initial, variable.type));
    if (value !== undefined) values[variable.name] = value;
  }
  return values;
}

/** A value as the variable takes it; undefined (unset) where it cannot be converted or the variable is not declared. */
export function valueFor(declared: Declared, name: string, value: unknown): Scalar | undefined {
  const variable = declared.get(name);
  return variable === undefined ? undefined : bounded(convert(value, variable.type));
}

/** What an assignment gives its variable; undefined: it becomes unset. */
export function assigned(declared: Declared, values: Variables, assignment: Assignment): Scalar | undefined {
  if ("add" in assignment) {
    const before = currentValue(values, assignment.variable) ?? 0;
    return valueFor(declared, assignment.variable, typeof before === "number" ? before + assignment.add : undefined);
  }
  const value = "template" in assignment ? render(assignment.template, values) : assignment.value;
  return valueFor(declared, assignment.variable, value);
}

/** A template with the values put in; unset variables leave nothing. @param escaped for where the text goes */
export function render(template: string, values: Variables, escaped: (text: string) => string = (t) => t): string {
  return renderTemplate(template, (name) => {
    const value = currentValue(values, name);
    return value === undefined ? undefined : escaped(String(value));
  });
}

/** Whether a condition holds. With an unset variable everything is false but `!=`. */
export function holds(when: When, values: Variables): boolean {
  if ("all" in when) return when.all.every((part) => holds(part, values));
  if ("any" in when) return when.any.some((part) => holds(part, values));
  if ("not" in when) return !holds(when.not, values);
  const value = currentValue(values, when.variable);
  if (when.op === "is_set") return value !== undefined;
  if (when.op === "!=") return value !== when.value;
  if (value === undefined || when.value === undefined) return false;
  if (when.op === "==") return value === when.value;
  if (when.op === "contains") {
    if (typeof value !== "string" || typeof when.value !== "string") return false;
    return value.toLowerCase().includes(when.value.toLowerCase());
  }
  if (typeof value !== "number" || typeof when.value !== "number") return false;
  switch (when.op) {
    case "<":
      return value < when.value;
    case "<=":
      return value <= when.value;
    case ">":
      return value > when.value;
    case ">=":
      return value >= when.value;
  }
}

/** A variable may have a name that every object knows, such as `constructor`. */
function currentValue(values: Variables, name: string): Scalar | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

function bounded(value: Scalar | undefined): Scalar | undefined {
  return typeof value === "string" ? value.slice(0, RUNTIME_LIMITS.value_chars) : value;
}
