/** The topics of a configuration. */
import type { MqttSettings } from "./settings";

/** [unit document, "the fixed two-level prefix"] */
export const TOPIC_ROOT = "svc/monitor";

export interface Topics {
  readonly alerts: string;
  readonly status: string;
  /** Filters that match every unit of the fleet; in manual mode there is no fleet form and they are the unit's own topics. */
  readonly fleet_alerts: string;
  readonly fleet_status: string;
}

type TopicSettings = Pick<MqttSettings, "topic_mode" | "topic" | "fleet_id" | "device_id">;

/** Topics of the unit. In manual mode `topic` is the alerts topic, and the status topic is the level `status` below it. */
export function topicsOf({ topic_mode, topic, fleet_id, device_id }: TopicSettings): Topics {
  if (topic_mode === "manual") {
    const status = `${topic}/status`;
    return { alerts: topic, status, fleet_alerts: topic, fleet_status: status };
  }
  const fleet = `${TOPIC_ROOT}/${fleet_id}`;
  return {
    alerts: `${fleet}/${device_id}/alerts`,
    status: `${fleet}/${device_id}/status`,
    fleet_alerts: `${fleet}/+/alerts`,
    fleet_status: `${fleet}/+/status`,
  };
}
