import type { Principal } from "../http/principal";

/** Who only watches does not need to know whom: the country and the last two digits stay. */
export function mayReadNumbers(user: Pick<Principal, "roles">): boolean {
  return user.roles.includes("STUDIO_ADMIN") || user.roles.includes("STUDIO_PROJECT");
}

/** `+49301234567` becomes `+49********67` for those who may not read numbers. */
export function maskNumber(number: string, user: Pick<Principal, "roles">): string {
  if (mayReadNumbers(user)) return number;
  const shown = 3;
  return number.slice(0, shown) + "*".repeat(Math.max(0, number.length - shown - 2)) + number.slice(-2);
}

/** Keys may be a PIN or a card number: who only watches sees how many were pressed. */
export function maskKeys(keys: string): string {
  return "•".repeat(keys.length);
}

/** Values may be keys and numbers, or what a list of contacts says of a person: who only watches gets their names. */
export function maskVariables(
  variables: Record<string, unknown>,
  user: Pick<Principal, "roles">,
): Record<string, unknown> {
  if (mayReadNumbers(user)) return variables;
  return Object.fromEntries(Object.keys(variables).map((name) => [name, HIDDEN]));
}

/** In place of a value of which not even the length is told. */
export const HIDDEN = "•••";
