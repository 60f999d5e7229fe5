import type { WifiDocument } from "../unit/documents";
import type { Words } from "../words/words";

/** The station's state in a sentence. */
export function stationSentence({ sta }: WifiDocument, words: Words["wifi"]): string {
  switch (sta.state) {
    case "disabled":
      return words.disabled;
    case "idle":
      return words.idle(sta.ssid);
    case "connecting":
      return `${words.connecting(sta.ssid)}…`;
    case "connected":
      return words.connected(sta.ssid, sta.ip);
    case "failed":
      return words.failed(sta.ssid, words.reasons[sta.reason] ?? sta.reason_text);
  }
}
