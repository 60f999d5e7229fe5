import { oneLine } from "../log";

/** A document as lines: one per group, `group  field=value ...`, and first the fields that stand in no group. */
export function documentLines(document: object): string[] {
  const top: string[] = [];
  const groups: string[] = [];
  for (const [name, value] of Object.entries(document)) {
    if (isGroup(value)) groups.push(`${name}  ${fields(value).join(" ")}`);
    else top.push(field(name, value));
  }
  return [...(top.length > 0 ? [top.join(" ")] : []), ...groups];
}

function isGroup(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function fields(group: object, prefix = ""): string[] {
  return Object.entries(group).flatMap(([name, value]) =>
    isGroup(value) ? fields(value, `${prefix}${name}.`) : [field(prefix + name, value)],
  );
}

/** Text with a space in it, or none at all, is quoted. */
function field(name: string, value: unknown): string {
  if (typeof value !== "string") return `${name}=${JSON.stringify(value)}`;
  return `${name}=${/^[^\s"]+$/.test(value) ? oneLine(value) : JSON.stringify(value)}`;
}
