/** The driver's view: how it is, in one word and one colour; the picture; the last alerts. */
import { Card } from "../parts/card";
import { Pictogram } from "../parts/icons";
import { Photo } from "../parts/photo";
import { Preview } from "../parts/preview";
import type { EventsDocument, ReasonToken } from "../unit/documents";
import { duration } from "../unit/format";
import { useDocument, useSession } from "../unit/session";
import { verdict } from "../unit/verdict";
import { useWords } from "../words/words";

const LAST = 3;
const EVENTS_MS = 4000;

/** Risk as a bar with its trigger; the figure stands under the picture. */
function Gauge() {
  const { status } = useSession();
  const score = status?.risk.score ?? 0;
  const trigger = status?.risk.trigger ?? 1;
  return (
    <div class={`gauge ${score >= trigger ? "over" : ""}`} aria-hidden="true">
      <i style={{ transform: `scaleX(${score})` }} />
      <b style={{ left: `${100 * trigger}%` }} />
    </div>
  );
}

function Senses() {
  const { status, away } = useSession();
  const words = useWords().drive;
  const known = status && !away && status.presence.health === "ok" ? status : null;
  const face = !known ? "–" : known.face.found ? words.face_found : known.face.held ? words.face_held : words.face_none;
  const eyes = !known?.driver ? "–" : known.eyes.shut ? words.eyes_closed : words.eyes_open;
  const risk = known ? known.risk.score.toFixed(2) : "–";
  const seat = known ? words.seat[known.presence.state] : "–";
  return (
    <dl class="senses">
      {[
        [words.presence, seat],
        [words.face, face],
        [words.eyes, eyes],
        [words.risk, risk],
      ].map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function LastAlerts() {
  const session = useSession();
  const words = useWords();
  const { document: events } = useDocument<EventsDocument>(`/api/events?limit=${LAST}`, EVENTS_MS);
  const captures = events?.events ?? [];
  const uptime_ms = session.status?.uptime_ms ?? 0;
  // Without a card the page tells what it saw itself.
  const seen = events?.card.mounted === false ? session.history.samples.filter(({ alert }) => alert).reverse() : [];
  return (
    <Card title={words.drive.last}>
      <ol class="last">
        {captures.map(({ id, reason, uptime_ms: at_ms }) => (
          <li key={id}>
            <Photo class="mini" id={id} alt="" side={72} />
            <span>
              <b>{words.reasons[reason as ReasonToken] ?? reason}</b>
              {/* Captures of an earlier run count from another start. */}
              <small>{at_ms <= uptime_ms ? words.alerts.since(duration(at_ms)) : ""}</small>
            </span>
          </li>
        ))}
        {seen.slice(0, LAST).map(({ t_ms, alert }) => (
          <li key={t_ms}>
            <span>
              <b>{words.reasons[alert!]}</b>
              <small>{words.alerts.since(duration(t_ms))}</small>
            </span>
          </li>
        ))}
        {captures.length + seen.length === 0 && <li class="none">{words.drive.none}</li>}
      </ol>
    </Card>
  );
}

export function Drive() {
  const { status, away } = useSession();
  const words = useWords();
  const { tone, title, detail } = verdict(status, away, words);
  return (
    <div class="drive">
      <section class={`verdict ${tone}`} aria-label={words.tabs.drive}>
        <div class="says" role={tone === "bad" ? "alert" : "status"}>
          <Pictogram name={tone} />
          <p class="word">{title}</p>
          <p class="detail">{detail}</p>
        </div>
        <p class="muted_mark">
          {status?.alert.muted ? (
            <>
              <Pictogram name="muted" /> {words.verdict.muted}
            </>
          ) : (
            "\u00a0"
          )}
        </p>
        <Gauge />
      </section>
      <div class="seen">
        <Preview />
        <Senses />
      </div>
      <LastAlerts />
    </div>
  );
}
