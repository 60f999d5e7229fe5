/** One control per config key, each with the live value it is measured against. */
import { post } from "./api.js";

const percent = (/** @type {number | null} */ share) => (share === null ? "–" : `${Math.round(share * 100)} %`);

/**
 * Ranges of the sliders: where tuning happens. The number beside a slider takes whatever the server takes.
 * `live` is the value now on the slider's own scale, `over` whether it counts.
 * @type {{key: string, label: string, help: string, min?: number, max?: number, step?: number,
 *   live?: (s: any) => number, text?: (s: any) => string, over?: (s: any) => boolean}[]}
 */
const CONTROLS = [
  {
    key: "trigger",
    label: "Trigger",
    help: "risk that starts a streak",
    min: 0,
    max: 1,
    step: 0.01,
    live: (s) => s.p_drowsy ?? 0,
    text: (s) => (s.p_drowsy === null ? "no model" : `risk ${s.p_drowsy.toFixed(2)}`),
    over: (s) => s.p_drowsy !== null && s.p_drowsy >= s.config.trigger,
  },
  {
    key: "required",
    label: "Required",
    help: "frames over the trigger",
    min: 1,
    max: 75,
    step: 1,
    live: (s) => s.streak,
    text: (s) => `streak ${s.streak}`,
    over: (s) => s.streak >= s.config.required,
  },
  {
    key: "cooldown",
    label: "Cooldown",
    help: "frames held off after an alert",
    min: 0,
    max: 500,
    step: 1,
    live: (s) => s.cooldown_left,
    text: (s) => `left ${s.cooldown_left}`,
  },
  {
    key: "perclos_window",
    label: "PERCLOS window",
    help: "frames",
    min: 5,
    max: 512,
    step: 1,
    live: (s) => 5 + (s.eyes.perclos ?? 0) * 507,
    text: (s) => `closed ${percent(s.eyes.perclos)}`,
  },
  {
    key: "eye_closed_threshold",
    label: "Eye closed",
    help: "P(closed) of a shut eye",
    min: 0,
    max: 1,
    step: 0.01,
    live: (s) => s.eyes.smooth ?? 0,
    text: (s) => `P ${s.eyes.smooth?.toFixed(2) ?? "–"}`,
    over: (s) => s.eyes.shut === true,
  },
  {
    key: "no_driver_after",
    label: "No driver after",
    help: "seconds of absence",
    min: 1,
    max: 30,
    step: 0.5,
    live: (s) => s.presence.absent_s,
    text: (s) => `absent ${s.presence.absent_s.toFixed(1)} s`,
    over: (s) => s.presence.state === "no-driver",
  },
  { key: "zoom", label: "Zoom", help: "centre crop, no face found", min: 0.1, max: 1, step: 0.05 },
  { key: "no_driver_alert", label: "No-driver alert", help: "off withholds only the announcement" },
  { key: "face_detect", label: "Face detection", help: "off: nobody is looked for" },
];

/** @param {string} tag @param {Record<string, string>} [attributes] @param {(Node | string)[]} children */
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/**
 * Builds the controls. `onRefused` gets the server's words, or null when a change was taken.
 * @param {HTMLElement} form @param {(words: string | null) => void} onRefused
 */
export function buildConfig(form, onRefused) {
  /** Keys whose change is on its way: the poll must not move them back meanwhile. */
  const changing = new Set();
  const update = CONTROLS.map((control) => buildControl(form, control, send));

  /** @param {string} key @param {number | boolean} value */
  async function send(key, value) {
    changing.add(key);
    try {
      await post("/config", { [key]: value });
      onRefused(null);
    } catch (error) {
      onRefused(/** @type {Error} */ (error).message);
    } finally {
      setTimeout(() => changing.delete(key), 400);
    }
  }

  return (/** @type {any} */ state) => {
    for (const [i, control] of CONTROLS.entries()) update[i]?.(state, changing.has(control.key));
  };
}

/**
 * @param {HTMLElement} form @param {typeof CONTROLS[number]} control
 * @param {(key: string, value: number | boolean) => void} send
 * @returns {(state: any, changing: boolean) => void}
 */
function buildControl(form, control, send) {
  const { key, label, help } = control;
  const name = element("label", { for: key }, label, element("span", {}, help));
  if (control.max === undefined) {
    const box = /** @type {HTMLInputElement} */ (element("input", { id: key, type: "checkbox" }));
    box.addEventListener("change", () => send(key, box.checked));
    form.append(element("div", { class: "setting" }, name, box));
    return (state, changing) => {
      if (!changing) box.checked = state.config[key];
    };
  }
  const range = { min: `${control.min}`, max: `${control.max}`, step: `${control.step}` };
  const slider = /** @type {HTMLInputElement} */ (element("input", { id: key, type: "range", ...range }));
  const number = /** @type {HTMLInputElement} */ (
    element("input", { type: "number", step: "any", "aria-label": label })
  );
  slider.addEventListener("input", () => {
    number.value = slider.value;
    send(key, Number(slider.value));
  });
  number.addEventListener("change", () => number.value !== "" && send(key, Number(number.value)));
  const bar = element("i");
  const live = element("span", { class: "live" });
  const row = element("div", { class: "setting" }, name, slider, number);
  if (control.live) row.append(element("div", { class: "meter" }, bar), live);
  form.append(row);
  return (state, changing) => {
    if (!changing) {
      slider.value = state.config[key];
      if (document.activeElement !== number) number.value = state.config[key];
    }
    if (!control.live) return;
    const share = (control.live(state) - Number(control.min)) / (Number(control.max) - Number(control.min));
    bar.style.width = `${Math.min(1, Math.max(0, share)) * 100}%`;
    bar.classList.toggle("over", control.over?.(state) ?? false);
    live.textContent = control.text?.(state) ?? "";
  };
}
