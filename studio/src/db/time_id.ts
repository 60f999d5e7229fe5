/** The smallest UUIDv7 of an instant, epoch ms: ids are in the order of time, so an index of ids finds a span of time without one of its own. */
export function firstIdAt(at_ms: number): string {
  const hex = Math.max(0, Math.floor(at_ms)).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
