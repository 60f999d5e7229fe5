import type { AlertTest } from "../../src/announce/announcer";
import { alertTestRoutes } from "../../src/control/alert_test";
import { HttpError } from "../../src/http/error";
import type { Request } from "../../src/http/request";

const ANSWER: AlertTest = { played: true, text: "x", reason: "drowsy", lang: "en", source: "embedded" };

/** What the announcer was asked for by this query. */
async function asked(query: string): Promise<number> {
  let reason = Number.NaN;
  const [route] = alertTestRoutes({
    test: async (number) => {
      reason = number;
      return ANSWER;
    },
  });
  const response = await route!.handler({ query } as Request);
  expect(JSON.parse(response.body as string)).toEqual(ANSWER);
  return reason;
}

describe("POST /api/alert-test", () => {
  test.each([
    ["reason=0", 0],
    ["reason=4", 4],
    ["reason=5", 4],
    ["reason=-1", 0],
    ["reason=%2B2", 2],
    ["reason=99999999999999999999999999", 4],
    [`reason=-${"9".repeat(400)}`, 0],
    [`reason=${"9".repeat(400)}`, 4],
    ["other=9&reason=3", 3],
  ])("clamps %s", async (query, reason) => {
    expect(await asked(query)).toBe(reason);
  });

  test.each(["", "reason=", "reason=drowsy", "reason=1.5", "reason=0x1", "reason= 1", "reason=1&reason=2"])(
    "refuses '%s' and names the field",
    async (query) => {
      const error = await asked(query).catch((error) => error);
      expect(error).toBeInstanceOf(HttpError);
      expect([error.status, error.field]).toEqual([400, "reason"]);
    },
  );
});
