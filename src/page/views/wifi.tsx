/** Wi-Fi: where the unit is connected, and which networks it can join. */
import { useState } from "preact/hooks";
import { Card } from "../parts/card";
import { Bars } from "../parts/icons";
import { Outcome } from "../parts/outcome";
import { Question } from "../parts/question";
import { useAction } from "../unit/action";
import { post } from "../unit/api";
import type { WifiDocument } from "../unit/documents";
import { seconds } from "../unit/format";
import { type Polling, useDocument } from "../unit/session";
import { useWords } from "../words/words";
import { Networks } from "./wifi_networks";
import { stationSentence } from "./wifi_sentence";

const WIFI_MS = 600;

function Connection({ wifi, show }: { wifi: WifiDocument; show: Polling<WifiDocument>["show"] }) {
  const words = useWords().wifi;
  const action = useAction();
  const [asking, ask] = useState(false);
  const { ap, sta, button, nvs } = wifi;
  const send = (form: Readonly<Record<string, string>>) =>
    action.run(async () => {
      show(await post<WifiDocument>("/api/wifi", form));
      return "";
    });
  const configured = sta.state !== "disabled";
  return (
    <Card title={words.now} aside={<Bars bars={sta.bars} label={words.bars(sta.bars)} />}>
      <p class={`sentence ${sta.state}`} role="status">
        {stationSentence(wifi, words)}
      </p>
      <p class="note">
        {sta.state === "failed" && `${words.attempts(sta.attempts)}. ${words.retry(seconds(sta.retry_ms))}. `}
        {sta.state === "connected" && `${sta.rssi} dBm. `}
        {configured && (sta.stored ? words.stored : words.not_stored)}
      </p>
      {!nvs && <p class="warning">{words.nvs}</p>}
      <div class="row">
        <button type="button" disabled={!configured || action.busy} onClick={() => send({ action: "reconnect" })}>
          {words.reconnect}
        </button>
        <button type="button" class="danger quiet" disabled={!configured || action.busy} onClick={() => ask(true)}>
          {words.forget}
        </button>
      </div>
      <Outcome text={action.result} failed={action.failed} />
      <p class="note">
        {words.ap(ap.ssid, ap.ip)}; {words.clients(ap.clients)}.{" "}
        {button.armed ? words.button(Math.round(button.hold_ms / 1000)) : words.button_off}
      </p>
      {asking && (
        <Question
          question={words.forget_question(sta.ssid)}
          detail={words.forget_detail}
          yes={words.forget}
          onYes={() => send({ action: "forget" })}
          onClose={() => ask(false)}
        />
      )}
    </Card>
  );
}

export function Wifi() {
  const { document: wifi, show } = useDocument<WifiDocument>("/api/wifi", WIFI_MS);
  return (
    <div class="columns">
      {wifi ? <Connection wifi={wifi} show={show} /> : <div class="card waiting" />}
      <Networks wifi={wifi} show={show} />
    </div>
  );
}
