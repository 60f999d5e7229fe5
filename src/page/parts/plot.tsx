/** One plot: its name, what its lines are at now (or under the pointer), and the strip. */
import { useEffect, useRef } from "preact/hooks";
import { HISTORY_MS, type Sample } from "../unit/history";
import { useWords } from "../words/words";
import { drawStrip } from "./draw_strip";

export interface Series {
  readonly label: string;
  /** A custom property of the style sheet. */
  readonly colour: string;
  readonly dash: readonly number[];
  readonly filled?: boolean;
  value(sample: Sample): number;
}

interface PlotProps {
  readonly title: string;
  readonly note: string;
  readonly series: readonly Series[];
  readonly samples: readonly Sample[];
  readonly top: number;
  readonly trigger: number | null;
  readonly show: (value: number) => string;
  readonly cursor_ms: number | null;
  onCursor(cursor_ms: number | null): void;
}

/** The sample nearest to an instant. */
function at(samples: readonly Sample[], cursor_ms: number): Sample | undefined {
  return samples.reduce<Sample | undefined>(
    (best, one) => (best && Math.abs(best.t_ms - cursor_ms) <= Math.abs(one.t_ms - cursor_ms) ? best : one),
    undefined,
  );
}

export function Plot({ title, note, series, samples, top, trigger, show, cursor_ms, onCursor }: PlotProps) {
  const words = useWords();
  const canvas = useRef<HTMLCanvasElement>(null);
  const newest = samples[samples.length - 1];
  const end_ms = newest?.t_ms ?? 0;
  useEffect(() => {
    if (!canvas.current) return;
    const style = getComputedStyle(canvas.current);
    const colour = (name: string) => style.getPropertyValue(name);
    drawStrip(
      canvas.current,
      samples,
      { lines: series.map((one) => ({ ...one, colour: colour(one.colour) })), top, trigger, cursor_ms },
      { grid: colour("--line"), alert: colour("--bad-line"), trigger: colour("--bad-line"), cursor: colour("--ink") },
    );
  });
  const point = (event: PointerEvent) => {
    const { left, width } = (event.currentTarget as HTMLElement).getBoundingClientRect();
    onCursor(end_ms - HISTORY_MS * (1 - (event.clientX - left) / width));
  };
  const shown = cursor_ms === null ? newest : at(samples, cursor_ms);
  const figures = series.map(({ label, value }) => `${label} ${shown ? show(value(shown)) : "–"}`);
  return (
    <figure class="plot">
      <figcaption>
        <h2>{title}</h2>
        <span class="note">{note}</span>
        <ul class="legend">
          {series.map(({ label, colour, dash, value }) => (
            <li key={label}>
              <svg class="dash" viewBox="0 0 24 4" aria-hidden="true">
                <line
                  x1="0"
                  x2="24"
                  y1="2"
                  y2="2"
                  style={{ stroke: `var(${colour})` }}
                  stroke-dasharray={dash.join(" ")}
                />
              </svg>
              {label} <b>{shown ? show(value(shown)) : "–"}</b>
            </li>
          ))}
        </ul>
      </figcaption>
      <div class="strip">
        <span class="axis" aria-hidden="true">
          <span>{show(top)}</span>
          <span>{show(0)}</span>
        </span>
        <canvas
          ref={canvas}
          role="img"
          aria-label={`${title}: ${figures.join(", ")}`}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => onCursor(null)}
        />
      </div>
      <p class="time" aria-hidden="true">
        <span>{words.plots.ago(2)}</span>
        <span>{words.plots.ago(1)}</span>
        <span>{words.plots.now}</span>
      </p>
    </figure>
  );
}
