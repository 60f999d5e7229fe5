/** The networks in range: scan, list, pick. */
import { useEffect, useRef, useState } from "preact/hooks";
import { Card } from "../parts/card";
import { Bars, Pictogram } from "../parts/icons";
import { Outcome } from "../parts/outcome";
import { useAction } from "../unit/action";
import { post, Refused } from "../unit/api";
import type { Network, ScanDocument, WifiDocument } from "../unit/documents";
import { seconds } from "../unit/format";
import { type Polling, useDocument } from "../unit/session";
import { useWords } from "../words/words";
import { Join } from "./wifi_join";

const SCAN_MS = 1000;
/** A busy radio is asked again this often, so many times: an attempt to join takes 20 s at most. */
const BUSY_MS = 1500;
const BUSY_TRIES = 16;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Starts a scan; a radio that is busy is asked again until it is not. */
function useScan(busy: string, busy_end: string) {
  const [waiting, setWaiting] = useState(false);
  const action = useAction();
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  const start = () =>
    action.run(async () => {
      for (let tries = 0; here.current && tries < BUSY_TRIES; tries++) {
        try {
          await post("/api/wifi/scan");
          setWaiting(false);
          return "";
        } catch (error) {
          if (!(error instanceof Refused) || error.status !== 409) throw error;
          setWaiting(true);
          await pause(BUSY_MS);
        }
      }
      setWaiting(false);
      return busy_end;
    });
  return { start, asking: action.busy, failed: action.failed, text: waiting ? busy : action.result };
}

interface RowProps {
  readonly network: Network;
  readonly joined: boolean;
  readonly picked: boolean;
  onPick(): void;
}

function Row({ network, joined, picked, onPick }: RowProps) {
  const words = useWords().wifi;
  const { ssid, bars, rssi, channel, auth, open } = network;
  return (
    <li>
      <button type="button" class="network" aria-pressed={picked} onClick={onPick}>
        <Bars bars={bars} label={words.bars(bars)} />
        <span class="name">
          <b>{ssid}</b>
          <small>
            {joined ? `${words.joined} · ` : ""}
            {open ? words.open : auth} · {words.channel(channel)} · {rssi}
            {"\u00a0"}dBm
          </small>
        </span>
        {open ? (
          <span />
        ) : (
          <span class="lock">
            <Pictogram name="lock" />
            <span class="unseen">{words.locked}</span>
          </span>
        )}
      </button>
    </li>
  );
}

interface NetworksProps {
  readonly wifi: WifiDocument | null;
  readonly show: Polling<WifiDocument>["show"];
}

/** What is to be joined: a network of the list, or one that the person names. */
type Picked = Network | "other" | null;

export function Networks({ wifi, show }: NetworksProps) {
  const words = useWords().wifi;
  const { document: scan } = useDocument<ScanDocument>("/api/wifi/scan", SCAN_MS);
  const { start, asking, text, failed } = useScan(words.busy, words.busy_end);
  const [picked, pick] = useState<Picked>(null);
  const scanning = scan?.scanning ?? false;
  const networks = scan?.networks ?? [];
  const joined = wifi?.sta.connected ? wifi.sta.ssid : null;
  return (
    <Card
      title={words.networks}
      aside={
        <button type="button" class="primary" disabled={scanning || asking} onClick={start}>
          {scanning ? `${words.scanning}…` : words.scan}
        </button>
      }
    >
      <Outcome text={text || (networks.length > 0 ? words.age(seconds(scan!.age_ms)) : "")} failed={failed} />
      <ul class="networks" aria-busy={scanning}>
        {networks.map((network) => (
          <Row
            key={network.ssid}
            network={network}
            joined={network.ssid === joined}
            picked={typeof picked === "object" && picked?.ssid === network.ssid}
            onPick={() => pick(network)}
          />
        ))}
        {networks.length === 0 && <li class="none">{words.no_networks}</li>}
        <li>
          <button type="button" class="network" aria-pressed={picked === "other"} onClick={() => pick("other")}>
            <span />
            <span class="name">
              <b>{words.other}</b>
            </span>
          </button>
        </li>
      </ul>
      {picked && (
        <Join
          key={picked === "other" ? "" : picked.ssid}
          network={picked === "other" ? null : picked}
          wifi={wifi}
          show={show}
          onClose={() => pick(null)}
        />
      )}
    </Card>
  );
}
