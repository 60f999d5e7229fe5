/** Made-up events, for trying out a receiver: ids of zeros, a number that nobody has. */
import type { EventType, WebhookEvent } from "./events";

const NIL = "00000000-0000-0000-0000-000000000000";

export function exampleEvent(type: EventType, at: Date): WebhookEvent {
  const before = (seconds: number) => new Date(at.getTime() - seconds * 1000).toISOString();
  switch (type) {
    case "call.finished":
      return {
        type,
        at,
        data: {
          call_id: NIL,
          project_id: NIL,
          callbot_id: NIL,
          scenario_id: NIL,
          scenario_version: 1,
          campaign_id: NIL,
          contact_id: NIL,
          contact_reference: "example",
          attempt: 1,
          is_test: true,
          number: "+10000000000",
          outcome: "answered",
          scenario_outcome: "completed",
          disposition: "confirmed",
          tags: ["example"],
          started_at: before(48),
          answered_at: before(42),
          ended_at: before(0),
          ringing_ms: 6_000,
          duration_ms: 42_000,
          has_recording: false,
        },
      };
    case "campaign.finished":
      return {
        type,
        at,
        data: {
          campaign_id: NIL,
          project_id: NIL,
          callbot_id: NIL,
          name: "Example",
          reason: "completed",
          started_at: before(3600),
          finished_at: before(0),
          contacts: { total: 100, reached: 80, unreached: 15, not_called: 5 },
          calls: 140,
        },
      };
  }
}
