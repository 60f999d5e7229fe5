/** The Wi-Fi resource: GET and POST /api/wifi, GET and POST /api/wifi/scan. */
import { HttpError } from "../http/error";
import { fieldText, parseFormBytes } from "../http/form";
import type { Response } from "../http/response";
import type { Route } from "../http/router";
import { type Credentials, passphraseFault, ssidFault } from "../wifi/credentials";
import { BUTTON_GPIO, WIFI_BUTTON_HOLD_MS } from "../wifi/limits";
import { isAuthFailure, reasonText } from "../wifi/reasons";
import { bars } from "../wifi/signal";
import { escapeBytes, sameSsid, ssidText } from "../wifi/ssid";
import type { Wifi } from "../wifi/wifi";

/** A name of 32 bytes, a passphrase of 63 and the rest, every byte written as an escape, stay below. */
const BODY_BYTES = 1024;

/** The Wi-Fi document. It never holds a passphrase. */
export function wifiDocument(wifi: Wifi) {
  const { station, accessPoint, button } = wifi;
  const { credentials, reason } = station;
  return {
    ap: { ssid: accessPoint.ssid, ip: accessPoint.ip, clients: accessPoint.clients, up: accessPoint.up },
    sta: {
      state: station.state,
      ssid: credentials ? ssidText(credentials.ssid) : "",
      stored: wifi.stored,
      connected: station.state === "connected",
      ip: station.ip,
      rssi: wifi.rssi,
      bars: wifi.bars,
      attempts: station.attempts,
      retry_ms: station.retry_ms,
      reason,
      reason_text: reasonText(reason),
      password_set: credentials !== null && credentials.passphrase !== "",
      auth_failed: isAuthFailure(reason),
    },
    button: { gpio: BUTTON_GPIO, armed: button.armed, held_ms: button.held_ms, hold_ms: WIFI_BUTTON_HOLD_MS },
    nvs: wifi.nvs,
  };
}

/** The scan document: what the last scan heard. */
export function scanDocument({ scans }: Wifi) {
  return {
    scanning: scans.scanning,
    age_ms: scans.age_ms,
    networks: scans.networks.map(({ ssid, rssi, channel, auth }) => ({
      ssid: ssidText(ssid),
      rssi,
      bars: bars(rssi),
      channel,
      auth,
      open: auth === "open",
    })),
  };
}

/** The `net` group of the status. */
export function netGroup(wifi: Wifi) {
  const { accessPoint: ap, station, rssi, bars: sta_bars, button } = wifi;
  return {
    ssid: ap.ssid,
    ip: ap.ip,
    clients: ap.clients,
    sta: station.state === "connected",
    sta_ip: station.ip,
    rssi,
    sta_state: station.state,
    sta_bars,
    sta_retry_ms: station.retry_ms,
    button_armed: button.armed,
  };
}

export function wifiRoutes(wifi: Wifi): Route[] {
  return [
    { method: "GET", path: "/api/wifi", handler: () => document(wifiDocument(wifi)) },
    {
      method: "POST",
      path: "/api/wifi",
      body_bytes: BODY_BYTES,
      handler: ({ body }) => {
        change(wifi, parseFormBytes(body));
        return document(wifiDocument(wifi));
      },
    },
    { method: "GET", path: "/api/wifi/scan", handler: () => document(scanDocument(wifi)) },
    {
      method: "POST",
      path: "/api/wifi/scan",
      handler: () => {
        if (!wifi.scan()) throw new HttpError(409, "a scan is running, or the station is joining a network; try again");
        return document({ scanning: true });
      },
    },
  ];
}

function document(value: unknown): Response {
  return { status: 200, headers: { "Content-Type": "application/json" }, body: escapeBytes(JSON.stringify(value)) };
}

function change(wifi: Wifi, fields: ReadonlyMap<string, Uint8Array>): void {
  const text = (name: string) => fieldText(name, fields.get(name) ?? new Uint8Array(0));
  const action = text("action");
  switch (action) {
    case "":
      wifi.connect(credentials(wifi, fields.get("ssid") ?? new Uint8Array(0), text("password"), text("open")));
      return;
    case "reconnect":
      if (!wifi.station.credentials) throw new HttpError(400, "no network is configured; send ssid", "ssid");
      wifi.station.connect();
      return;
    case "forget":
      if (!wifi.forget()) {
        throw new HttpError(
          500,
          "the station is off, but its stored credentials could not be erased and return at the next start",
        );
      }
      return;
    default:
      throw new HttpError(400, "action must be forget or reconnect, or absent to connect", "action");
  }
}

/** What the form asks to join. Throws HttpError 400 that names the field. */
function credentials(wifi: Wifi, ssid: Uint8Array, password: string, open: string): Credentials {
  const ssid_fault = ssidFault(ssid);
  if (ssid_fault) throw new HttpError(400, ssid_fault, "ssid");
  if (open !== "" && open !== "0" && open !== "1") throw new HttpError(400, "open must be 0 or 1", "open");
  const is_open = open === "1";
  if (is_open && password !== "")
    throw new HttpError(400, "password is given for a network that is said to be open", "password");
  const stored = wifi.station.credentials?.passphrase ?? "";
  const passphrase = is_open ? "" : password || stored;
  const password_fault = is_open
    ? null
    : passphrase === ""
      ? "password is missing, and open=1 was not sent"
      : passphraseFault(passphrase);
  if (password_fault) throw new HttpError(400, password_fault, "password");
  return { ssid: asHeard(wifi, ssid), passphrase };
}

/**
 * The name of the network that the page lists under this text. A name with bytes outside UTF-8 is listed with U+00XX for each,
 * so what a person picks from the list comes back in other bytes. What the radio heard byte by byte comes first.
 */
function asHeard({ scans }: Wifi, ssid: Uint8Array): Uint8Array {
  if (scans.networks.some((network) => sameSsid(network.ssid, ssid))) return ssid;
  const text = ssidText(ssid);
  const listed = scans.networks.filter((network) => ssidText(network.ssid) === text);
  return listed.length === 1 ? listed[0]!.ssid : ssid;
}
