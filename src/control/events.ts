/** The captures on the card: GET /api/events, GET /api/event, POST /api/events/clear. */
import type { CaptureEntry } from "../announce/capture_index";
import type { CardState } from "../announce/captures";
import { EVENTS_LIMIT_DEFAULT, EVENTS_LIMIT_MAX, EVENTS_LIMIT_MIN } from "../constants";
import { HttpError } from "../http/error";
import { parseForm } from "../http/form";
import { json } from "../http/response";
import type { Route } from "../http/router";
import { clampedParameter } from "./whole_number";

export interface CaptureStore {
  readonly state: CardState;
  /** Newest first. */
  page(skip: number, limit: number): Promise<CaptureEntry[]>;
  /** The JPEG of a capture; null for an id that there is none of. */
  open(id: string): Promise<Uint8Array | null>;
  /** Deletes every capture and returns how many. */
  clear(): Promise<number>;
}

/** The events index. */
export function eventsDocument(
  { mounted, name, total, free, error, events, stored, dropped }: CardState,
  skip: number,
  page: CaptureEntry[],
) {
  return {
    card: { mounted, name, total, free, error },
    total: events,
    skip,
    stored,
    dropped,
    events: page.map(({ id, uptime_ms, size, risk, perclos, reason }) => ({
      id,
      uptime_ms,
      size,
      risk,
      perclos,
      reason,
    })),
  };
}

/** The `card` group of the status. */
export function cardGroup({ mounted, events, free, stored }: CardState) {
  return { mounted, events, free_mb: Math.floor(free / (1024 * 1024)), stored };
}

export function eventRoutes(captures: CaptureStore): Route[] {
  return [
    {
      method: "GET",
      path: "/api/events",
      handler: async ({ query }) => {
        const parameters = parseForm(query);
        const skip = clampedParameter(parameters, "skip", 0, Number.MAX_SAFE_INTEGER, 0);
        const limit = clampedParameter(parameters, "limit", EVENTS_LIMIT_MIN, EVENTS_LIMIT_MAX, EVENTS_LIMIT_DEFAULT);
        const page = await captures.page(skip, limit);
        return json(200, eventsDocument(captures.state, skip, page));
      },
    },
    {
      method: "GET",
      path: "/api/event",
      handler: async ({ query }) => {
        const id = parseForm(query).get("id");
        if (!id) throw new HttpError(400, "id is missing", "id");
        const jpeg = await captures.open(id);
        if (!jpeg) throw new HttpError(404, "no capture has this id");
        return { status: 200, headers: { "Content-Type": "image/jpeg" }, body: jpeg };
      },
    },
    {
      method: "POST",
      path: "/api/events/clear",
      handler: async () => json(200, { cleared: await captures.clear() }),
    },
  ];
}
