/** Joining one network: its passphrase, then step by step what the unit does, and why where it fails. */
import { useEffect, useRef, useState } from "preact/hooks";
import { Outcome } from "../parts/outcome";
import { useAction } from "../unit/action";
import { post, Refused } from "../unit/api";
import type { Network, WifiDocument } from "../unit/documents";
import type { Polling } from "../unit/session";
import { useWords } from "../words/words";
import { stationSentence } from "./wifi_sentence";

const SECRET = { type: "password" } as const;
const SHOWN = { type: "text" } as const;

interface JoinProps {
  /** Null asks for the name too. */
  readonly network: Network | null;
  readonly wifi: WifiDocument | null;
  readonly show: Polling<WifiDocument>["show"];
  onClose(): void;
}

export function Join({ network, wifi, show, onClose }: JoinProps) {
  const words = useWords().wifi;
  const [ssid, setSsid] = useState(network?.ssid ?? "");
  const [password, setPassword] = useState("");
  const [open, setOpen] = useState(network?.open ?? false);
  const [seen, see] = useState(false);
  const [sent, setSent] = useState(false);
  const [field, blame] = useState("");
  const action = useAction();
  const form = useRef<HTMLFormElement>(null);
  // The form opens below the list: who picked a network goes on there.
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  const submit = (event: Event) => {
    event.preventDefault();
    blame("");
    setSent(false);
    void action.run(async () => {
      const fields = { ssid, ...(open ? { open: "1" } : password ? { password } : {}) };
      try {
        show(await post<WifiDocument>("/api/wifi", fields));
      } catch (error) {
        if (error instanceof Refused) blame(error.field);
        throw error;
      }
      setSent(true);
      return "";
    });
  };
  const state = sent && wifi?.sta.ssid === ssid ? wifi.sta.state : null;
  const keeps = wifi?.sta.password_set === true && wifi.sta.ssid === ssid;
  return (
    <form ref={form} class="join" onSubmit={submit} noValidate>
      <h3>{network ? words.join_title(network.ssid) : words.other}</h3>
      {!network && (
        <label class="field">
          <span>{words.ssid}</span>
          <input
            name="ssid"
            value={ssid}
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            aria-invalid={field === "ssid"}
            aria-describedby="ssid_rule"
            onInput={(event) => setSsid(event.currentTarget.value)}
          />
          <small id="ssid_rule">{words.ssid_rule}</small>
        </label>
      )}
      {(!network || network.open) && (
        <label class="switch">
          <input type="checkbox" checked={open} onChange={(event) => setOpen(event.currentTarget.checked)} />
          {words.no_password}
        </label>
      )}
      {open ? (
        <p class="note">{words.open_warning}</p>
      ) : (
        <>
          <label class="field">
            <span>{words.password}</span>
            <input
              name="password"
              {...(seen ? SHOWN : SECRET)}
              value={password}
              autocomplete="off"
              autocapitalize="off"
              spellcheck={false}
              aria-invalid={field === "password"}
              aria-describedby="password_rule"
              onInput={(event) => setPassword(event.currentTarget.value)}
            />
            <small id="password_rule">
              {words.password_rule} {keeps ? words.keep : ""}
            </small>
          </label>
          <label class="switch">
            <input type="checkbox" checked={seen} onChange={(event) => see(event.currentTarget.checked)} />
            {words.show}
          </label>
        </>
      )}
      <div class="row">
        <button type="submit" class="primary" disabled={action.busy || state === "connecting"}>
          {words.join}
        </button>
        <button type="button" onClick={onClose}>
          {words.cancel}
        </button>
      </div>
      <Outcome text={action.result} failed={action.failed} />
      {(action.busy || state) && (
        <div class="progress" role="status">
          <ol>
            <li class={action.busy ? "now" : "done"}>{words.steps.sent}</li>
            <li class={state === "connecting" ? "now" : state === "connected" ? "done" : ""}>{words.steps.joining}</li>
            <li class={state === "connected" ? "done" : ""}>{words.steps.joined}</li>
          </ol>
          <p class={state === "failed" ? "failed" : ""}>{state && wifi ? stationSentence(wifi, words) : "\u00a0"}</p>
        </div>
      )}
    </form>
  );
}
