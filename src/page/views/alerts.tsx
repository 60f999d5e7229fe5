/** What was announced: the stored pictures, and the voice. */
import { useEffect, useState } from "preact/hooks";
import { Card } from "../parts/card";
import { Pictogram } from "../parts/icons";
import { Outcome } from "../parts/outcome";
import { Photo } from "../parts/photo";
import { Modal, Question } from "../parts/question";
import { useAction } from "../unit/action";
import { post } from "../unit/api";
import type { Capture, EventsDocument, ReasonToken } from "../unit/documents";
import { bytes, duration, percent } from "../unit/format";
import { useDocument } from "../unit/session";
import { useWords } from "../words/words";
import { Sound } from "./sound";

const PAGE = 24;
const EVENTS_MS = 3000;

const address = (id: string) => `/api/event?id=${id}`;

function useTexts({ reason, uptime_ms, risk, perclos }: Capture) {
  const words = useWords();
  return {
    reason: words.reasons[reason as ReasonToken] ?? reason,
    time: words.alerts.since(duration(uptime_ms)),
    figures: `${words.alerts.risk} ${risk.toFixed(2)} · ${words.alerts.perclos} ${percent(perclos)}`,
  };
}

function Thumb({ capture, onOpen }: { capture: Capture; onOpen(): void }) {
  const words = useWords().alerts;
  const { reason, time, figures } = useTexts(capture);
  return (
    <li>
      <button type="button" class="thumb" aria-label={words.open(reason, time)} onClick={onOpen}>
        <Photo id={capture.id} alt="" side={240} />
        <b>{reason}</b>
        <small>{time}</small>
        <small>{figures}</small>
      </button>
    </li>
  );
}

function Opened({ capture, onClose }: { capture: Capture; onClose(): void }) {
  const words = useWords().alerts;
  const { reason, time, figures } = useTexts(capture);
  return (
    <Modal label={reason} onClose={onClose}>
      <h2>{reason}</h2>
      <Photo class="opened" id={capture.id} alt={`${reason}, ${time}`} side={480} />
      <p>
        {time} · {figures}
      </p>
      <div class="row end">
        <a class="button" href={address(capture.id)} download={`drowsyguard-${capture.id}-${capture.reason}.jpg`}>
          <Pictogram name="download" /> {words.download}
        </a>
        <button type="button" class="primary" onClick={onClose}>
          {words.close}
        </button>
      </div>
    </Modal>
  );
}

function Captures() {
  const words = useWords().alerts;
  const [skip, setSkip] = useState(0);
  const [opened, open] = useState<Capture | null>(null);
  const [asking, ask] = useState(false);
  const action = useAction();
  const { document: index, show } = useDocument<EventsDocument>(`/api/events?skip=${skip}&limit=${PAGE}`, EVENTS_MS);
  const total = index?.total ?? 0;
  useEffect(() => {
    if (index && skip > 0 && skip >= total) setSkip(Math.max(0, skip - PAGE));
  }, [index, skip, total]);
  const clear = () =>
    action.run(async () => {
      const { cleared } = await post<{ cleared: number }>("/api/events/clear");
      if (index) show({ ...index, total: 0, events: [] });
      setSkip(0);
      return words.cleared(cleared);
    });
  const events = index?.events ?? [];
  const mounted = index?.card.mounted ?? true;
  return (
    <Card
      wide
      title={words.captures}
      aside={
        <button type="button" class="danger quiet" disabled={total === 0 || action.busy} onClick={() => ask(true)}>
          {words.clear}
        </button>
      }
    >
      <p class="note">
        {index && mounted ? words.summary(total, bytes(index.card.free)) : "\u00a0"}{" "}
        {index && index.dropped > 0 ? words.dropped(index.dropped) : ""}
      </p>
      <Outcome text={action.result} failed={action.failed} />
      {index && !mounted && <p class="warning">{words.no_card}</p>}
      {index && mounted && total === 0 && <p>{words.none}</p>}
      <ul class="gallery">
        {events.map((capture) => (
          <Thumb key={capture.id} capture={capture} onOpen={() => open(capture)} />
        ))}
      </ul>
      {total > PAGE && (
        <p class="row">
          <button type="button" disabled={skip === 0} onClick={() => setSkip(Math.max(0, skip - PAGE))}>
            {words.newer}
          </button>
          <span>{words.range(skip + 1, Math.min(total, skip + PAGE), total)}</span>
          <button type="button" disabled={skip + PAGE >= total} onClick={() => setSkip(skip + PAGE)}>
            {words.older}
          </button>
        </p>
      )}
      {opened && <Opened capture={opened} onClose={() => open(null)} />}
      {asking && (
        <Question
          question={words.clear_question}
          detail={words.clear_detail}
          yes={words.clear}
          onYes={clear}
          onClose={() => ask(false)}
        />
      )}
    </Card>
  );
}

export function Alerts() {
  return (
    <div class="alerts">
      <Captures />
      <Sound />
    </div>
  );
}
