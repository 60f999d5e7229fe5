import type { EventRow } from "../call/store";
import type { Principal } from "../http/principal";
import { HIDDEN, maskKeys, maskNumber } from "../phone/masking";

const WATCHER: Pick<Principal, "roles"> = { roles: ["STUDIO_MONITORING"] };

/** An event of a trace for those who only watch: no keys, no numbers, and no values, for those may be keys or numbers too. */
export function maskEvent(event: EventRow): EventRow {
  const { kind, detail } = event;
  switch (kind) {
    case "digits":
      return { ...event, detail: { ...detail, digits: maskKeys(String(detail["digits"] ?? "")) } };
    case "variable_set":
      return { ...event, detail: { ...detail, value: detail["value"] === null ? null : HIDDEN } };
    case "transferred":
      return { ...event, detail: { ...detail, to: maskNumber(String(detail["to"] ?? ""), WATCHER) } };
    case "http_called":
      return { ...event, detail: { ...detail, url: originOf(String(detail["url"] ?? "")) } };
    default:
      return event;
  }
}

/** The path of a URL may hold what was put into a template. */
function originOf(url: string): string {
  return URL.canParse(url) ? `${new URL(url).origin}/${HIDDEN}` : HIDDEN;
}
