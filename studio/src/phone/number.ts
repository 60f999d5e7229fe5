const E164 = /^\+[1-9]\d{6,14}$/;

/**
 * A telephone number in E.164 form (`+4930123456`), from what people write: spaces, dots, hyphens, slashes and brackets are left out,
 * a leading 00 is a plus. Null where that gives no international number; a national one cannot be guessed.
 */
export function normalNumber(text: string): string | null {
  const compact = text.replace(/[\s.\-/()]/g, "").replace(/^00/, "+");
  return E164.test(compact) ? compact : null;
}
