/** For who installs or repairs: the figures of the machine, the preview's settings, and every field of the status. */
import { useState } from "preact/hooks";
import { Card } from "../parts/card";
import { Pictogram } from "../parts/icons";
import { Outcome } from "../parts/outcome";
import { useAction } from "../unit/action";
import { post } from "../unit/api";
import type { Settings, Status } from "../unit/documents";
import { download } from "../unit/download";
import { bytes, duration } from "../unit/format";
import { flatten, meaningOf } from "../unit/meanings";
import { useSession } from "../unit/session";
import { useWords } from "../words/words";

function Figures({ status }: { status: Status }) {
  const words = useWords().engineer;
  const { trace } = useSession();
  const { ms, mem, image, fps, uptime_ms } = status;
  const stamp = duration(uptime_ms).replace(/:/g, "-");
  return (
    <Card title={words.figures}>
      <dl class="figures">
        {[
          [words.uptime, duration(uptime_ms)],
          [words.fps, fps.toFixed(1)],
          [words.detect, ms.detect.toFixed(1)],
          [words.eye, ms.eye.toFixed(2)],
          [words.heap, bytes(mem.heap)],
          [words.psram, bytes(mem.psram)],
          [words.image, image.luma.toFixed(0)],
        ].map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p class="note">{`${words.image}: ${words.image_note(image.min, image.max, image.peak)}`}</p>
      <div class="row">
        <button
          type="button"
          onClick={() => {
            const text = `${JSON.stringify(status, null, 2)}\n`;
            download(`drowsyguard-status-${stamp}.json`, "application/json", text);
          }}
        >
          <Pictogram name="download" /> {words.download_status}
        </button>
        <button
          type="button"
          onClick={() => download(`drowsyguard-trace-${stamp}.jsonl`, "application/x-ndjson", trace.text)}
        >
          <Pictogram name="download" /> {words.download_trace}
        </button>
      </div>
      <p class="note">{words.trace_note(Math.floor(trace.length_s))}</p>
    </Card>
  );
}

interface SliderProps {
  readonly name: string;
  readonly rule: string;
  readonly low: number;
  readonly high: number;
  readonly value: number;
  onValue(value: number): void;
}

function Slider({ name, rule, low, high, value, onValue }: SliderProps) {
  const [moved, move] = useState<number | null>(null);
  return (
    <label class="field">
      <span>
        {name} <b>{moved ?? value}</b>
      </span>
      <input
        type="range"
        min={low}
        max={high}
        value={moved ?? value}
        onInput={(event) => move(Number(event.currentTarget.value))}
        onChange={(event) => {
          onValue(Number(event.currentTarget.value));
          move(null);
        }}
      />
      <small>{rule}</small>
    </label>
  );
}

function Stream({ status }: { status: Status }) {
  const words = useWords().engineer;
  const action = useAction();
  const set = (query: string) =>
    action.run(async () => {
      await post<Settings>(`/api/settings?${query}`);
      return "";
    });
  const { quality, fps } = status.stream;
  return (
    <Card title={words.stream}>
      <Slider
        name={words.quality}
        rule={words.quality_rule}
        low={10}
        high={95}
        value={quality}
        onValue={(value) => set(`quality=${value}`)}
      />
      <Slider name={words.rate} rule={words.rate_rule} low={1} high={20} value={fps} onValue={(n) => set(`fps=${n}`)} />
      <Outcome text={action.result} failed={action.failed} />
    </Card>
  );
}

function WholeStatus({ status }: { status: Status }) {
  const words = useWords().engineer;
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLowerCase();
  const found = flatten(status)
    .map(([path, value]) => ({ path, value, meaning: meaningOf(path) }))
    .filter(({ path, meaning }) => `${path} ${meaning}`.toLowerCase().includes(wanted));
  return (
    <Card wide title={words.status} aside={<span class="note">{words.found(found.length)}</span>}>
      <label class="field">
        <span>{words.search}</span>
        <input type="search" value={search} onInput={(event) => setSearch(event.currentTarget.value)} />
      </label>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.field}</th>
            <th scope="col">{words.value}</th>
            <th scope="col">{words.meaning}</th>
          </tr>
        </thead>
        <tbody>
          {found.map(({ path, value, meaning }) => (
            <tr key={path}>
              <th scope="row">{path}</th>
              <td>{value}</td>
              <td lang="en">{meaning}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

export function Engineer() {
  const { status } = useSession();
  if (!status) return <div class="card waiting" />;
  return (
    <div class="columns">
      <Figures status={status} />
      <Stream status={status} />
      <WholeStatus status={status} />
    </div>
  );
}
