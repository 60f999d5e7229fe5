/** The MQTT resource: GET and POST /api/mqtt, POST /api/mqtt/test. */
import { HttpError } from "../http/error";
import { parseForm } from "../http/form";
import { BODY_BYTES_MAX } from "../http/limits";
import { json } from "../http/response";
import type { Route } from "../http/router";
import type { Mqtt } from "../mqtt/mqtt";
import { Refusal } from "../mqtt/refusal";

/** The form, its fields, three copies of a certificate and the records of a save, all at once. */
const CONFIGURE_BYTES = 32_768;

export interface MqttSource {
  readonly mqtt: Mqtt;
  /** So many bytes more would not endanger what runs. */
  hasMemory(bytes: number): boolean;
}

/** Puts a form in force. Throws HttpError 400, 500 or 503; only after 500 has anything changed. */
function configure(source: MqttSource, body: Uint8Array): void {
  if (body.length === 0) throw new HttpError(400, "the body must hold at least one field");
  if (!source.hasMemory(CONFIGURE_BYTES)) {
    throw new HttpError(503, "there is no memory for new settings now; those in force go on");
  }
  try {
    if (source.mqtt.configure(parseForm(body)) === "stored") return;
  } catch (error) {
    if (error instanceof Refusal) throw new HttpError(400, error.message, error.field);
    throw error;
  }
  throw new HttpError(500, "the settings are in force but could not be stored: the next power cycle reverts them");
}

export function mqttRoutes(source: MqttSource): Route[] {
  const { mqtt } = source;
  return [
    { method: "GET", path: "/api/mqtt", handler: () => json(200, mqtt.document) },
    {
      method: "POST",
      path: "/api/mqtt",
      body_bytes: BODY_BYTES_MAX,
      too_large: 400,
      length_optional: true,
      handler: ({ body }) => {
        configure(source, body);
        return json(200, mqtt.document);
      },
    },
    {
      method: "POST",
      path: "/api/mqtt/test",
      handler: () => {
        const queued = mqtt.test();
        const { state, queued: queued_depth, published, acked, error } = mqtt.summary;
        if (queued) return json(200, { queued, state, queued_depth, published, acked, error });
        return json(409, { queued, state, queued_depth, published, acked, error: "publishing is disabled" });
      },
    },
  ];
}
