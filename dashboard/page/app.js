/** Ties the page together: polls the state, hands it to everything that shows it. */
import { getState, post } from "./api.js";
import { buildConfig } from "./config.js";
import { drawHistory } from "./history.js";
import { showState, showTrouble } from "./live.js";
import { buildTrace } from "./trace.js";

const POLL_MS = 200;

const refused = /** @type {HTMLElement} */ (document.getElementById("refused"));
const showConfig = buildConfig(/** @type {HTMLElement} */ (document.getElementById("config")), (words) => {
  refused.hidden = words === null;
  refused.textContent = words ?? "";
});
const showTrace = buildTrace();
const history = /** @type {HTMLCanvasElement} */ (document.getElementById("history"));

document.getElementById("reset")?.addEventListener("click", () => {
  post("/reset").catch((error) => showTrouble(error.message, false));
});
document.getElementById("config")?.addEventListener("submit", (event) => event.preventDefault());

/** A browser opens six connections to a server over all its tabs: a hidden page must not hold three of them. */
function watch() {
  for (const image of document.querySelectorAll("img[data-stream]")) {
    const wanted = document.hidden ? null : image.getAttribute("data-stream");
    if (wanted === null) image.removeAttribute("src");
    else if (!image.hasAttribute("src")) image.setAttribute("src", wanted);
  }
}
document.addEventListener("visibilitychange", watch);

async function poll() {
  try {
    const state = await getState();
    showState(state);
    showConfig(state);
    showTrace(state);
    drawHistory(history, state);
  } catch {
    showTrouble("The dashboard does not answer.", true);
  }
  setTimeout(poll, POLL_MS);
}
watch();
void poll();
