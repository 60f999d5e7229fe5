/** The last two minutes: risk with its trigger, PERCLOS, eye closure, rates, and the alerts over all of them. */
import { useState } from "preact/hooks";
import { Plot, type Series } from "../parts/plot";
import { percent } from "../unit/format";
import type { Sample } from "../unit/history";
import { useSession } from "../unit/session";
import { useWords } from "../words/words";

/** The rates' scale never zooms into single events. */
const RATE_TOP = 10;

const RATES = [
  ["blink", "--plot-a", []],
  ["long_blink", "--plot-b", [6, 3]],
  ["yawn", "--plot-c", [2, 3]],
  ["nod", "--plot-d", [8, 3, 2, 3]],
] as const;

export function Plots() {
  const { history } = useSession();
  const words = useWords().plots;
  const [cursor_ms, onCursor] = useState<number | null>(null);
  const { samples } = history;
  const highest = samples.reduce((top, { rates }) => Math.max(top, ...Object.values(rates)), RATE_TOP);
  const one = (label: string, colour: string, value: (sample: Sample) => number): Series[] => [
    { label, colour, dash: [], filled: true, value },
  ];
  const shared = { samples, cursor_ms, onCursor, trigger: null, top: 1, show: percent, note: "" };
  const two = (value: number) => value.toFixed(2);
  const trigger = samples[samples.length - 1]?.trigger ?? null;
  return (
    <div class="plots card">
      <p class="note">
        {words.range}. {words.alerts}
      </p>
      <Plot
        {...shared}
        title={words.risk}
        note={trigger === null ? "" : `${words.trigger} ${two(trigger)}`}
        series={one(words.risk, "--plot-risk", ({ risk }) => risk)}
        trigger={trigger}
        show={two}
      />
      <Plot
        {...shared}
        title={words.perclos}
        note={words.perclos_note}
        series={one(words.perclos, "--plot-a", ({ perclos }) => perclos)}
      />
      <Plot
        {...shared}
        title={words.closure}
        note={words.closure_note}
        series={one(words.closure, "--plot-c", ({ closed }) => closed)}
      />
      <Plot
        {...shared}
        title={words.rates}
        series={RATES.map(([key, colour, dash]) => ({
          label: words.rate[key],
          colour,
          dash,
          value: ({ rates }: Sample) => rates[key],
        }))}
        top={Math.ceil(highest / 5) * 5}
        show={(value) => value.toFixed(0)}
      />
    </div>
  );
}
