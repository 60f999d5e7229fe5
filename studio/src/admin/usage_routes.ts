import { Type } from "@sinclair/typebox";
import type { Tx } from "../db/db";
import type { App } from "../http/app";
import { problem } from "../http/problem";
import { ok } from "../http/reply";
import { route } from "../http/route";
import { Uuid } from "../http/schema";
import { formatDate, parseDate } from "../time/civil";
import { localDay, localDayBounds } from "../time/zone";
import type { USAGE_METRICS } from "../usage/counters";
import { reaching, targetTenant } from "./scope";
import { findTenant } from "./tenant_store";

const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;

const Counts = {
  api_writes: Type.Integer({ description: "Requests that changed something" }),
  calls: Type.Integer(),
  answered_calls: Type.Integer(),
  call_minutes: Type.Number({ description: "From answer to hang-up, summed up" }),
  test_calls: Type.Integer(),
};

const DaySchema = Type.Object({ day: Type.String({ format: "date" }), ...Counts });

export function usageRoutes(app: App): void {
  route(
    app,
    {
      method: "GET",
      url: "/admin/usage",
      roles: ["STUDIO_ADMIN"],
      tag: "Administration: settings",
      summary: "What the tenant used, day by day in its time zone",
      query: Type.Object({
        tenant_id: Type.Optional(Uuid),
        from: Type.Optional(Type.String({ format: "date", description: "First day; default 29 days before the last" })),
        to: Type.Optional(Type.String({ format: "date", description: "Last day; default and at most today" })),
      }),
      response: {
        200: Type.Object({ time_zone: Type.String(), total: Type.Object(Counts), items: Type.Array(DaySchema) }),
      },
    },
    async (ctx, { query }) => {
      const tenant_id = await targetTenant(ctx, query.tenant_id);
      return ok(
        await reaching(ctx, async (tx) => {
          const { time_zone } = (await findTenant(tx, tenant_id))!;
          const today = localDay(time_zone, ctx.now.getTime());
          const last = query.to === undefined ? today : Math.min(today, dayOf(query.to));
          const first = query.from === undefined ? last - DEFAULT_DAYS + 1 : dayOf(query.from);
          if (first < 0 || first > last || last - first >= MAX_DAYS) {
            const message = `must not be after to or today, and at most ${MAX_DAYS} days before`;
            throw problem("VALIDATION_FAILED", {
              detail: `from ${message}`,
              findings: [{ nodeId: null, path: "/from", message }],
            });
          }
          const items = await usageByDay(tx, tenant_id, time_zone, first, last);
          return { time_zone, total: items.reduce(plus, ZERO), items };
        }),
      );
    },
  );
}

/** Years before 100 are no days to `parseDate`; here they are merely too early. */
const dayOf = (text: string) => parseDate(text) ?? Number.NEGATIVE_INFINITY;

type Usage = Record<keyof typeof Counts, number>;
const ZERO: Usage = {
  api_writes: 0,
  calls: 0,
  answered_calls: 0,
  call_minutes: 0,
  test_calls: 0,
};

function plus(total: Usage, day: Usage): Usage {
  return Object.fromEntries(
    Object.keys(ZERO).map((key) => [key, total[key as keyof Usage] + day[key as keyof Usage]]),
  ) as Usage;
}

async function usageByDay(
  tx: Tx,
  tenant_id: string,
  zone: string,
  first: number,
  last: number,
): Promise<(Usage & { day: string })[]> {
  const days = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  const bounds = days.map((day) => localDayBounds(zone, day));
  const instants = (pick: "start_ms" | "end_ms") => bounds.map((bound) => new Date(bound[pick]).toISOString());
  const writes = await tx.query<{ day: string; api_writes: number }>(
    `SELECT d.day, (SELECT count(*) FROM audit_records a WHERE a.tenant_id = $1 AND a.at >= d.start_at AND a.at < d.end_at) AS api_writes
     FROM unnest($2::date[], $3::timestamptz[], $4::timestamptz[]) AS d (day, start_at, end_at) ORDER BY d.day`,
    [tenant_id, days.map(formatDate), instants("start_ms"), instants("end_ms")],
  );
  const counted = await tx.query<{ day: string; metric: (typeof USAGE_METRICS)[number]; amount: number }>(
    `SELECT day, metric, sum(amount)::bigint AS amount FROM usage_counters
     WHERE tenant_id = $1 AND day BETWEEN $2::date AND $3::date GROUP BY day, metric`,
    [tenant_id, formatDate(first), formatDate(last)],
  );
  const amounts = new Map(counted.map(({ day, metric, amount }) => [`${day} ${metric}`, amount]));
  return writes.map(({ day, api_writes }) => {
    const of = (metric: (typeof USAGE_METRICS)[number]) => amounts.get(`${day} ${metric}`) ?? 0;
    return {
      day,
      api_writes,
      calls: of("calls"),
      answered_calls: of("answered_calls"),
      call_minutes: Math.round((of("call_seconds") / 60) * 100) / 100,
      test_calls: of("test_calls"),
    };
  });
}
