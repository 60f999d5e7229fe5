/** Whether a statement failed because a unique index, named so where a name is given, has such a row already. Both drivers give the SQLSTATE. */
export function isUniqueViolation(error: unknown, index?: string): boolean {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  return code === "23505" && (index === undefined || constraint === index);
}
