/** The voice: its language, whether it is heard, and a try of every clip. */
import { useEffect, useState } from "preact/hooks";
import { Card } from "../parts/card";
import { Outcome } from "../parts/outcome";
import { useAction } from "../unit/action";
import { post } from "../unit/api";
import type { AlertTest, ReasonToken, Settings } from "../unit/documents";
import { useSession } from "../unit/session";
import { type Lang, useWords } from "../words/words";

/** In the order of their numbers, which are what the unit is asked for. */
const REASONS: readonly ReasonToken[] = ["drowsy", "microsleep", "yawning", "head_nod", "no_driver"];

export function Sound() {
  const { status } = useSession();
  const all = useWords();
  const words = all.alerts;
  const setting = useAction();
  const trying = useAction();
  const alert = status?.alert;
  // A choice is shown at once, and until the unit's own word on it is there.
  const [wanted, want] = useState<Partial<Settings>>({});
  const { muted = alert?.muted ?? false, lang = alert?.lang ?? "en" } = wanted;
  useEffect(() => want({}), [alert?.muted, alert?.lang, setting.failed]);
  const set = (choice: Partial<Settings>, query: string) => {
    want(choice);
    void setting.run(async () => {
      await post<Settings>(`/api/settings?${query}`);
      return "";
    });
  };
  const test = (reason: number) =>
    trying.run(async () => {
      const { played, text, source } = await post<AlertTest>(`/api/alert-test?reason=${reason}`);
      if (played) return `${words.played(text)} (${words.source[source]})`;
      return `${words.not_played(text)} ${muted ? words.muted_hint : ""}`;
    });
  return (
    <Card title={words.sound}>
      <label class="switch">
        <input
          type="checkbox"
          checked={muted}
          disabled={!alert || setting.busy}
          aria-describedby="mute_note"
          onChange={({ currentTarget: { checked } }) => set({ muted: checked }, `muted=${checked ? 1 : 0}`)}
        />
        {words.mute}
      </label>
      <p class="note" id="mute_note">
        {words.mute_note}
      </p>
      <label class="field">
        <span>{words.voice}</span>
        <select
          value={lang}
          disabled={!alert || setting.busy}
          onChange={({ currentTarget: { value } }) => set({ lang: value as Lang }, `lang=${value}`)}
        >
          <option value="en">English</option>
          <option value="km">ខ្មែរ</option>
        </select>
      </label>
      <Outcome text={setting.result} failed={setting.failed} />
      <h3>{words.test}</h3>
      <p class="note">{words.test_note}</p>
      <div class="row">
        {REASONS.map((reason, number) => (
          <button key={reason} type="button" disabled={trying.busy} onClick={() => test(number)}>
            {all.reasons[reason]}
          </button>
        ))}
      </div>
      <Outcome text={trying.busy ? words.playing : trying.result} failed={trying.failed} />
      <h3>{words.announced}</h3>
      <dl class="figures">
        {REASONS.map((reason) => (
          <div key={reason}>
            <dt>{all.reasons[reason]}</dt>
            <dd>{alert?.counts[reason] ?? "–"}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
