/** Every path of the control server. */
import { HttpError } from "../http/error";
import { parseForm } from "../http/form";
import { json } from "../http/response";
import type { Route } from "../http/router";
import { type AlertTester, alertTestRoutes } from "./alert_test";
import { type CaptureStore, eventRoutes } from "./events";
import { type MqttSource, mqttRoutes } from "./mqtt";
import { type PageSource, pageRoutes } from "./page";
import { changeSettings, type Settings } from "./settings";
import { type StatusSource, statusResponse } from "./status";
import { wifiRoutes } from "./wifi";

/** What the control server needs of the unit. */
export interface ControlSource extends StatusSource, MqttSource, PageSource {
  /** One JPEG of the very frame that the detector last received; null before the first. */
  snapshot(): Promise<Uint8Array | null>;
  applySettings(settings: Settings): void;
  readonly announcer: StatusSource["announcer"] & AlertTester & { readonly captures: CaptureStore };
  readonly icon: Uint8Array;
}

const JPEG = { "Content-Type": "image/jpeg" };
const ICON = { "Content-Type": "image/vnd.microsoft.icon", "Cache-Control": "max-age=86400" };

export function controlRoutes(unit: ControlSource): Route[] {
  return [
    ...pageRoutes(unit),
    { method: "GET", path: "/favicon.ico", handler: () => ({ status: 200, headers: ICON, body: unit.icon }) },
    { method: "GET", path: "/api/status", handler: () => statusResponse(unit) },
    {
      method: "GET",
      path: "/api/snapshot",
      handler: async () => {
        const jpeg = await unit.snapshot();
        if (!jpeg) throw new HttpError(503, "the detector has not received a frame yet");
        return { status: 200, headers: JPEG, body: jpeg };
      },
    },
    { method: "GET", path: "/api/settings", handler: () => json(200, unit.settings) },
    {
      method: "POST",
      path: "/api/settings",
      handler: ({ query }) => {
        const changed = changeSettings(unit.settings, parseForm(query), unit.monitor.fps);
        if ("error" in changed) throw new HttpError(400, changed.error, changed.field);
        unit.applySettings(changed);
        return json(200, changed);
      },
    },
    ...alertTestRoutes(unit.announcer),
    ...eventRoutes(unit.announcer.captures),
    ...wifiRoutes(unit.wifi),
    ...mqttRoutes(unit),
  ];
}
