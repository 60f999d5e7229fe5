/** The documents of the unit, as the unit's own code writes them. Types only. */
import type { eventsDocument } from "../../control/events";
import type { Settings } from "../../control/settings";
import type { statusDocument } from "../../control/status";
import type { scanDocument, wifiDocument } from "../../control/wifi";
import type { Mqtt } from "../../mqtt/mqtt";

export type Status = ReturnType<typeof statusDocument>;
export type WifiDocument = ReturnType<typeof wifiDocument>;
export type ScanDocument = ReturnType<typeof scanDocument>;
export type Network = ScanDocument["networks"][number];
export type MqttDocument = Mqtt["document"];
export type EventsDocument = ReturnType<typeof eventsDocument>;
export type Capture = EventsDocument["events"][number];

/** Answer of POST /api/alert-test. */
export type { AlertTest } from "../../announce/announcer";
export type { Settings };

export type ReasonToken = keyof Status["alert"]["counts"];
