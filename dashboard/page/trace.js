/** Recording a trace, and replaying it with other settings beside its own. */
import { post } from "./api.js";
import { begin, colour, curve, line, mark, yOf } from "./chart.js";

/** Announcements of one reason this close together are the same one. */
const SAME_S = 1;
/** Room above the chart for the announcements of both replays. */
const TWO_ROWS_PX = 38;

const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * Pairs up announcements that both replays made.
 * @param {any[]} original @param {any[]} changed
 * @returns {{t_s: number, original: any, changed: any}[]} in the order of time
 */
function pair(original, changed) {
  const left = [...changed];
  const rows = original.map((alert) => {
    const i = left.findIndex((other) => other.reason === alert.reason && Math.abs(other.t_s - alert.t_s) <= SAME_S);
    return { t_s: alert.t_s, original: alert, changed: i < 0 ? null : left.splice(i, 1)[0] };
  });
  for (const alert of left) rows.push({ t_s: alert.t_s, original: null, changed: alert });
  return rows.sort((a, b) => a.t_s - b.t_s);
}

/** @param {HTMLCanvasElement} canvas @param {any} result */
function draw(canvas, { original, changed, duration_s }) {
  const plot = begin(canvas, TWO_ROWS_PX);
  const x = (/** @type {number} */ t_s) => plot.x0 + ((plot.x1 - plot.x0) * t_s) / Math.max(duration_s, 0.001);
  const xOf = (/** @type {number} */ i) => x((duration_s * i) / Math.max(1, original.risk.length - 1));
  for (const [run, name] of [
    [original, "--soft"],
    [changed, "--accent"],
  ]) {
    const y = yOf(plot, run.config.trigger);
    line(plot, plot.x0, y, plot.x1, y, colour(name), [6, 4]);
    curve(plot, run.risk, xOf, colour(name), name === "--soft" ? 3 : 1.5);
  }
  for (const alert of original.alerts) mark(plot, x(alert.t_s), alert.kind, colour("--soft"), 12);
  for (const alert of changed.alerts) mark(plot, x(alert.t_s), alert.kind, colour("--accent"), 26);
  plot.c.fillStyle = colour("--soft");
  plot.c.fillText("0 s", plot.x0, plot.y0 + 14);
  plot.c.fillText(`${duration_s.toFixed(0)} s`, plot.x1 - 30, plot.y0 + 14);
}

/** @param {any} result */
function differences({ original, changed }) {
  const keys = Object.keys(original.config).filter((key) => original.config[key] !== changed.config[key]);
  if (keys.length === 0) return "The settings above are those of the recording.";
  return keys.map((key) => `${key} ${original.config[key]} → ${changed.config[key]}`).join(" · ");
}

/** @type {any} what is shown; null before the first replay */
let shown = null;

function redraw() {
  if (shown) draw(/** @type {HTMLCanvasElement} */ (byId("compared")), shown);
}

/** @param {any} result */
function show(result) {
  shown = result;
  byId("comparison").hidden = false;
  redraw();
  byId("differences").textContent = differences(result);
  const rows = pair(result.original.alerts, result.changed.alerts).map((row) => {
    const made = document.createElement("tr");
    for (const [side, other] of [
      [row.original, row.changed],
      [row.changed, row.original],
    ]) {
      const cell = document.createElement("td");
      cell.textContent = side ? `${side.kind} at ${side.t_s.toFixed(1)} s` : "–";
      if (side && !other) cell.className = "only";
      made.append(cell);
    }
    const time = document.createElement("td");
    time.textContent = `${row.t_s.toFixed(1)} s`;
    made.prepend(time);
    return made;
  });
  if (rows.length === 0) {
    const made = document.createElement("tr");
    const cell = document.createElement("td");
    cell.colSpan = 3;
    cell.textContent = "nothing announced in either";
    made.append(cell);
    rows.push(made);
  }
  byId("verdicts").replaceChildren(...rows);
}

/** Wires the panel; returns what shows the state of the recording. */
export function buildTrace() {
  const record = /** @type {HTMLButtonElement} */ (byId("record"));
  const replay = /** @type {HTMLButtonElement} */ (byId("replay"));
  const load = /** @type {HTMLInputElement} */ (byId("load"));
  const status = byId("trace-status");
  /** @type {string | null} words that stay until the next step */
  let note = null;
  let recording = false;

  /** @param {() => Promise<void>} step */
  async function run(step) {
    note = null;
    try {
      await step();
    } catch (error) {
      note = /** @type {Error} */ (error).message;
      status.textContent = note;
    }
  }
  window.addEventListener("resize", redraw);
  record.addEventListener("click", () => run(async () => post("/trace/record", { on: !recording })));
  replay.addEventListener("click", () => run(async () => show(await post("/trace/replay", {}))));
  load.addEventListener("change", () =>
    run(async () => {
      const file = load.files?.[0];
      load.value = "";
      if (!file) return;
      const { frames, duration_s } = await post("/trace", await file.text());
      note = `${file.name}: ${frames} frames, ${duration_s.toFixed(0)} s`;
    }),
  );

  return (/** @type {any} */ { trace }) => {
    recording = trace.recording;
    const has_trace = !recording && trace.frames > 0;
    record.textContent = recording ? "Stop" : "Record";
    record.setAttribute("aria-pressed", `${recording}`);
    replay.disabled = !has_trace;
    byId("download").hidden = !has_trace;
    const frames = trace.frames === 0 ? "no trace yet" : `${trace.frames} frames`;
    status.textContent = note ?? (recording ? `recording, ${frames}` : frames);
  };
}
