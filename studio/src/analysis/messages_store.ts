import type { Tx } from "../db/db";
import { OF_TAKEN } from "./filter";

export interface MessageRow {
  call_id: string;
  seq: number;
  at_ms: number;
  kind: "heard" | "digits" | "silence";
  text: string;
  intent: string | null;
  intent_confidence: number | null;
  decision: string | null;
  attempt: number | null;
}

/** Parameters after those of the filter: $7 the flow, $8 the node. */
const AT_NODE = `e.kind IN ('heard', 'digits', 'silence') AND ${OF_TAKEN} AND e.flow IS NOT DISTINCT FROM $7::text AND e.node_id = $8`;
const TEXT = "coalesce(e.detail->>'text', e.detail->>'digits', '')";
/** What was made of it: the first decision after it in the same visit. */
const ANSWERED = `LEFT JOIN LATERAL (
  SELECT a.detail->>'decision' AS decision, (a.detail->>'attempt')::int AS attempt FROM call_events a
  WHERE a.tenant_id = e.tenant_id AND a.call_id = e.call_id AND a.seq > e.seq AND a.visit = e.visit AND a.kind = 'answered'
  ORDER BY a.seq LIMIT 1) a ON true`;

/** What callers said and pressed, newest call first: one more than `limit`. @param before call and number of the last message of the page before */
export function listMessages(
  tx: Tx,
  params: readonly unknown[],
  before: readonly [call_id: string, seq: number] | null,
  limit: number,
): Promise<MessageRow[]> {
  return tx.query<MessageRow>(
    `SELECT e.call_id, e.seq, e.at_ms, e.kind, ${TEXT} AS text, e.detail->>'intent' AS intent,
            (e.detail->>'intent_confidence')::float8 AS intent_confidence, a.decision, a.attempt
     FROM call_events e ${ANSWERED}
     WHERE ${AT_NODE} AND ($9::uuid IS NULL OR (e.call_id, e.seq) < ($9, $10::int))
     ORDER BY e.call_id DESC, e.seq DESC LIMIT $11`,
    [...params, before?.[0] ?? null, before?.[1] ?? null, limit + 1],
  );
}

export interface MessageCount {
  kind: MessageRow["kind"];
  intent: string | null;
  decision: string | null;
  count: number;
}

export function countMessages(tx: Tx, params: readonly unknown[]): Promise<MessageCount[]> {
  return tx.query<MessageCount>(
    `SELECT e.kind, e.detail->>'intent' AS intent, a.decision, count(*) AS count FROM call_events e ${ANSWERED}
     WHERE ${AT_NODE} GROUP BY 1, 2, 3 ORDER BY 4 DESC, 1, 2, 3`,
    params,
  );
}

export interface TextCount {
  kind: MessageRow["kind"];
  text: string;
  intent: string | null;
  count: number;
}

/** @param show_keys false: keys are counted by how many they are */
export function countTexts(tx: Tx, params: readonly unknown[], show_keys: boolean): Promise<TextCount[]> {
  return tx.query<TextCount>(
    `SELECT e.kind, CASE WHEN e.kind = 'digits' AND NOT $9 THEN repeat('•', length(${TEXT})) ELSE ${TEXT} END AS text,
            e.detail->>'intent' AS intent, count(*) AS count
     FROM call_events e WHERE ${AT_NODE} AND e.kind <> 'silence' GROUP BY 1, 2, 3 ORDER BY 4 DESC, 2, 1, 3 LIMIT 50`,
    [...params, show_keys],
  );
}

export interface HeardCount {
  matcher: string | null;
  intent: string | null;
  count: number;
  average_confidence: number;
}

/** What words were taken for, in all nodes. Only what a matcher was asked about. */
export function countHeard(tx: Tx, params: readonly unknown[]): Promise<HeardCount[]> {
  return tx.query<HeardCount>(
    `SELECT e.detail->>'matcher' AS matcher, e.detail->>'intent' AS intent, count(*) AS count,
            round(avg((e.detail->>'intent_confidence')::numeric), 4)::float8 AS average_confidence
     FROM call_events e WHERE e.kind = 'heard' AND ${OF_TAKEN} AND e.detail->>'matcher' IS NOT NULL
     GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2`,
    params,
  );
}
