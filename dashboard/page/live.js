/** Everything that shows the state as words and numbers. */

const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const share = (/** @type {number | null} */ p) => (p === null ? "–" : p.toFixed(2));
const ms = (/** @type {number | null} */ value) => (value === null ? "–" : `${value.toFixed(1)} ms`);
const WORDS = { blink: "blink", long_blink: "long blink", yawn: "yawn", nod: "nod" };

/** @param {number} t_ms @param {number} now_ms */
function ago(t_ms, now_ms) {
  const s = Math.max(0, (now_ms - t_ms) / 1000);
  return s < 100 ? `${s.toFixed(0)} s ago` : `${(s / 60).toFixed(0)} min ago`;
}

/** @param {HTMLElement} list @param {[string, string][]} rows left and right text */
function fill(list, rows) {
  list.replaceChildren(
    ...rows.map(([left, right]) => {
      const row = document.createElement("li");
      const time = document.createElement("time");
      time.textContent = right;
      row.append(left, time);
      return row;
    }),
  );
}

/** @param {HTMLElement} list @param {[string, string][]} rows */
function define(list, rows) {
  list.replaceChildren(
    ...rows.flatMap(([term, value]) => {
      const [dt, dd] = [document.createElement("dt"), document.createElement("dd")];
      dt.textContent = term;
      dd.textContent = value;
      return [dt, dd];
    }),
  );
}

/** @param {any} s */
export function showState(s) {
  const state = byId("state");
  state.dataset["state"] = s.state;
  if (state.textContent !== s.state) state.textContent = s.state;
  const face = s.face.present ? (s.face.held ? "held" : "present") : "none";
  byId("facts").textContent =
    `${s.camera.source} · mode ${s.mode} · ${s.fps.toFixed(1)} fps · ${s.frames} frames · presence ${s.presence.state}` +
    ` · face ${face}${s.face.reject === "ok" ? "" : ` (refused: ${s.face.reject})`}` +
    `${s.cues.baselines_ready ? "" : " · baselines are being learned"}`;
  showTrouble(s.error ?? s.warning, s.error !== null);
  byId("input-caption").textContent =
    `model input ${s.image_size}×${s.image_size}${s.model.trained ? "" : ", untrained"}`;
  byId("left").textContent = share(s.eyes.left);
  byId("right").textContent = share(s.eyes.right);
  showLists(s);
  define(byId("stages"), [
    ["face detection", ms(s.ms.detect)],
    ["eye crop and model", ms(s.ms.eye)],
    ...(s.mode === "face" ? [/** @type {[string, string]} */ (["alert/drowsy model", ms(s.ms.face)])] : []),
    ["between frames", ms(s.ms.interval)],
  ]);
}

/** @param {any} s */
function showLists(s) {
  byId("total").textContent = `${s.alert_count} in all`;
  byId("counts").replaceChildren(
    ...Object.entries(s.alert_counts).map(([reason, count]) => {
      const item = document.createElement("li");
      item.textContent = `${reason} ${count}`;
      return item;
    }),
  );
  const now_ms = s.t_ms;
  fill(
    byId("alerts"),
    s.alerts.map((/** @type {any} */ a) => [a.kind, ago(a.t_ms, now_ms)]),
  );
  fill(
    byId("events"),
    s.behavior_events.map((/** @type {any} */ e) => [
      WORDS[/** @type {keyof typeof WORDS} */ (e.kind)],
      ago(e.t_ms, now_ms),
    ]),
  );
}

/** @param {string | null} text @param {boolean} fatal */
export function showTrouble(text, fatal) {
  const trouble = byId("trouble");
  trouble.hidden = text === null;
  trouble.dataset["fatal"] = `${fatal}`;
  if (trouble.textContent !== text) trouble.textContent = text ?? "";
}
