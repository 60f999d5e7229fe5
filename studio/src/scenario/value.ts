import type { Scalar, VariableType } from "./definition_parts";

/** A decimal number as people and web services write it; `Number()` alone would take "", "0x10" and "Infinity". */
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/**
 * Converts what arrives from a caller, a contact's field or a web service into a variable's type.
 * @returns undefined (unset) where the value cannot be converted
 */
export function convert(value: unknown, type: VariableType): Scalar | undefined {
  if (typeof value === type && type !== "number") return value as Scalar;
  switch (type) {
    case "string":
      return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
    case "number": {
      const number = typeof value === "string" && NUMBER.test(value.trim()) ? Number(value.trim()) : value;
      return typeof number === "number" && Number.isFinite(number) ? number : undefined;
    }
    case "boolean": {
      const word = typeof value === "string" ? value.trim().toLowerCase() : undefined;
      return word === "true" ? true : word === "false" ? false : undefined;
    }
  }
}
