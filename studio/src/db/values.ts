/** How column types become JavaScript values, the same for both drivers. Keys are PostgreSQL type OIDs. */
const INT8 = 20;
const DATE = 1082;
const TIMESTAMPTZ = 1184;

export const PARSERS: Record<number, (text: string) => unknown> = {
  [INT8]: Number,
  [DATE]: (text) => text,
  [TIMESTAMPTZ]: (text) => instant(text),
};

/** "2026-01-02 03:04:05.678901+00" to "2026-01-02T03:04:05.678Z". */
function instant(text: string): string {
  const zoned = text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00");
  const date = new Date(zoned);
  return Number.isNaN(date.getTime()) ? text : date.toISOString();
}
