import { problem } from "./problem";

/** The strong entity tag of a resource at a revision. */
export function etagOf(revision: number): string {
  return `"${revision}"`;
}

/**
 * Holds a write to the revision its sender has read.
 * @param if_match the If-Match header, if any; `*` takes any revision
 * @throws Problem PRECONDITION_FAILED with the present ETag, or PRECONDITION_REQUIRED when `required` and absent
 */
export function requireMatch(if_match: string | undefined, revision: number, required = false): void {
  if (if_match === undefined) {
    if (required) throw problem("PRECONDITION_REQUIRED");
    return;
  }
  const tags = if_match.split(",").map((tag) => tag.trim());
  if (tags.includes("*") || tags.includes(etagOf(revision))) return;
  throw problem("PRECONDITION_FAILED", {
    detail: `The resource is at ${etagOf(revision)} now`,
    headers: { etag: etagOf(revision) },
  });
}
