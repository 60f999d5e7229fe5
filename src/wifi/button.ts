/**
 * The BOOT button as a pure function of samples and time. Held for 5 s it asks for the station credentials to be erased.
 * GPIO 0 is also what a serial monitor holds low to reset the board: a press counts only after a release was seen.
 *
 *   unarmed  no release was seen since the first 3 s, or since the last press acted or got stuck
 *   armed    released; a press would count
 *   pressed  a press counts
 *   held     the press has acted, and has not ended
 *   stuck    the press has lasted so long that it is no person's
 */
import { WIFI_BUTTON_ARM_AFTER_MS, WIFI_BUTTON_HOLD_MS, WIFI_BUTTON_STUCK_MS, WIFI_BUTTON_WARN_MS } from "./limits";

export interface ButtonState {
  readonly phase: "unarmed" | "armed" | "pressed" | "held" | "stuck";
  /** When the press began, milliseconds since boot. */
  readonly since_ms: number;
  /** How long the press has lasted; 0 where none counts. */
  readonly held_ms: number;
  /** The press has been warned of. */
  readonly warned: boolean;
}

/** `warn`: held for 2 s. `erase`: held for 5 s, once per press. `stuck`: not released for 30 s. */
export type ButtonEvent = "warn" | "erase" | "stuck";

export const BUTTON_AT_BOOT: ButtonState = { phase: "unarmed", since_ms: 0, held_ms: 0, warned: false };

const ARMED: ButtonState = { ...BUTTON_AT_BOOT, phase: "armed" };

/** The watcher would act on a hold that begins or goes on now. */
export function isArmed({ phase }: ButtonState): boolean {
  return phase === "armed" || phase === "pressed";
}

/** The state after a sample taken `now_ms` after boot, and what it means; null where nothing. At most one event a sample. */
export function sampleButton(
  state: ButtonState,
  pressed: boolean,
  now_ms: number,
): { readonly state: ButtonState; readonly event: ButtonEvent | null } {
  if (now_ms < WIFI_BUTTON_ARM_AFTER_MS) return { state: BUTTON_AT_BOOT, event: null };
  if (!pressed) return { state: ARMED, event: null };
  switch (state.phase) {
    case "unarmed":
    case "stuck":
      return { state, event: null };
    case "armed":
      return { state: { phase: "pressed", since_ms: now_ms, held_ms: 0, warned: false }, event: null };
    case "pressed":
    case "held":
      return hold({ ...state, held_ms: now_ms - state.since_ms });
  }
}

function hold(state: ButtonState): { readonly state: ButtonState; readonly event: ButtonEvent | null } {
  if (state.held_ms >= WIFI_BUTTON_STUCK_MS) return { state: { ...BUTTON_AT_BOOT, phase: "stuck" }, event: "stuck" };
  if (state.phase === "held") return { state, event: null };
  if (state.held_ms >= WIFI_BUTTON_HOLD_MS) return { state: { ...state, phase: "held" }, event: "erase" };
  if (state.held_ms >= WIFI_BUTTON_WARN_MS && !state.warned)
    return { state: { ...state, warned: true }, event: "warn" };
  return { state, event: null };
}
