/** Whole numbers in a query, the same for every resource. */
import { HttpError } from "../http/error";

/** A whole number as people write it in a query, of any size; null for anything else. */
export function wholeNumber(text: string): number | null {
  return /^[+-]?\d+$/.test(text) ? Number(text) : null;
}

export const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** The parameter `field`, clamped into its range; `otherwise` where it is absent. Throws HttpError 400 for what is no whole number. */
export function clampedParameter(
  parameters: ReadonlyMap<string, string>,
  field: string,
  low: number,
  high: number,
  otherwise: number,
): number {
  const text = parameters.get(field);
  if (text === undefined) return otherwise;
  const value = wholeNumber(text);
  if (value === null) throw new HttpError(400, `${field} must be a whole number`, field);
  return clamp(value, low, high);
}
