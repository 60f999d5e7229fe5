/** The alert test: POST /api/alert-test plays the clip of a reason and says what was heard. */
import type { AlertTest } from "../announce/announcer";
import { REASONS } from "../announce/reasons";
import { HttpError } from "../http/error";
import { parseForm } from "../http/form";
import { json } from "../http/response";
import type { Route } from "../http/router";
import { clampedParameter } from "./whole_number";

export interface AlertTester {
  test(reason: number): Promise<AlertTest>;
}

export function alertTestRoutes(announcer: AlertTester): Route[] {
  return [
    {
      method: "POST",
      path: "/api/alert-test",
      handler: async ({ query }) => {
        const parameters = parseForm(query);
        if (!parameters.has("reason")) throw new HttpError(400, "reason is missing", "reason");
        const reason = clampedParameter(parameters, "reason", 0, REASONS.length - 1, 0);
        return json(200, await announcer.test(reason));
      },
    },
  ];
}
