import type { TopState } from "../engine/view";

/** One colour per state, the same as on the page (`page/style.css`). */
export const COLOURS: Readonly<Record<TopState, string>> = {
  ok: "#3fb37f",
  drowsy: "#ef5350",
  cooldown: "#f0a63c",
  "no-driver": "#6ea8fe",
  fault: "#c98bf0",
};
