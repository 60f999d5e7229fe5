import { createHmac, timingSafeEqual } from "node:crypto";

/** As old may a signed hook be: clocks differ, and jambonz tries again. */
export const SIGNATURE_TOLERANCE_S = 300;

/**
 * Whether a hook comes from jambonz: its header `Jambonz-Signature: t=SECONDS,v1=HEX` is an HMAC-SHA256 over
 * `SECONDS.BODY` with the account's webhook secret.
 * @param body the request's body, byte by byte as it came
 * @param secrets any of them will do, so that they can be changed without losing a call
 */
export function signedByJambonz(
  header: string | undefined,
  body: Buffer | string,
  secrets: readonly string[],
  now_s: number,
): boolean {
  const fields = (header ?? "").split(/[,\s]+/).map((field) => field.split("=", 2) as [string, string | undefined]);
  const time = fields.find(([name]) => name === "t")?.[1] ?? "";
  if (!/^\d{1,12}$/.test(time) || Math.abs(now_s - Number(time)) > SIGNATURE_TOLERANCE_S) return false;
  const given = fields.flatMap(([name, value]) =>
    name === "v1" && /^[0-9a-f]{64}$/i.test(value ?? "") ? [value] : [],
  );
  return secrets.some((secret) => {
    const expected = createHmac("sha256", secret).update(`${time}.`).update(body).digest();
    return given.some((value) => timingSafeEqual(Buffer.from(value ?? "", "hex"), expected));
  });
}
