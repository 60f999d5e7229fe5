/** Who may speak: one clip at a time, the more urgent first, and nothing at all while muted. */
import type { AudioOutConstructor } from "../board/speaker";
import type { Timers } from "../board/timers";
import type { Clip } from "./clips";
import { messageOf } from "./message";
import { Playback } from "./playback";
import type { ReasonToken } from "./reasons";

export type Urgency = number;

/** Of a clip that somebody asked to hear: it gives way to every alert. */
export const TEST_URGENCY: Urgency = 0;

/** [design: reason when several apply; an empty seat endangers nobody who sits in it] */
const ORDER: readonly ReasonToken[] = ["no_driver", "drowsy", "yawning", "head_nod", "microsleep"];

export const urgencyOf = (token: ReasonToken): Urgency => 1 + ORDER.indexOf(token);

interface Turn {
  readonly clip: Clip;
  readonly urgency: Urgency;
}

export class Voice {
  readonly #Out: AudioOutConstructor | null;
  readonly #timers: Timers;
  readonly #onFault: (reason: string) => void;
  #playing: { readonly urgency: Urgency; readonly playback: Playback } | null = null;
  #waiting: Turn | null = null;
  #muted = false;
  #error = "";

  /** `Out` is null where the machine has no speaker. `onFault` hears of every clip that failed. */
  constructor(Out: AudioOutConstructor | null, timers: Timers, onFault: (reason: string) => void) {
    this.#Out = Out;
    this.#timers = timers;
    this.#onFault = onFault;
  }

  /** Why the last clip was not heard; empty when it was, or when nothing was tried. */
  get error(): string {
    return this.#error;
  }

  /** Muting cuts what is being said and forgets what waits. */
  mute(muted: boolean): void {
    this.#muted = muted;
    if (muted) this.silence();
  }

  /**
   * Says an alert, now or next. What is equally urgent or less is cut, for the newer warning is the truer one; behind
   * something more urgent it waits for its end. One clip waits at most: the most urgent, the newest among equals.
   */
  alert(clip: Clip, urgency: Urgency): void {
    if (this.#muted || !this.#Out) return;
    if (this.#playing && this.#playing.urgency > urgency) {
      if (!this.#waiting || this.#waiting.urgency <= urgency) this.#waiting = { clip, urgency };
      return;
    }
    this.#play({ clip, urgency });
  }

  /** Plays a clip for somebody who asked to hear it. Fulfilled with whether it is heard: not while muted, while an alert speaks, or where the speaker failed. */
  test(clip: Clip): Promise<boolean> {
    const busy = this.#playing !== null && this.#playing.urgency > TEST_URGENCY;
    if (this.#muted || !this.#Out || busy) return Promise.resolve(false);
    return this.#play({ clip, urgency: TEST_URGENCY })?.heard ?? Promise.resolve(false);
  }

  /** Ends what is being said and what waits. */
  silence(): void {
    this.#waiting = null;
    this.#cut();
  }

  #cut(): void {
    const playing = this.#playing;
    this.#playing = null;
    playing?.playback.stop();
  }

  #play({ clip, urgency }: Turn): Playback | null {
    this.#cut();
    try {
      const playback: Playback = new Playback(this.#Out!, this.#timers, clip, (error) => this.#done(playback, error));
      this.#playing = { urgency, playback };
      return playback;
    } catch (error) {
      this.#settle(messageOf(error));
      return null;
    }
  }

  #settle(error: string): void {
    this.#error = error;
    if (error) this.#onFault(error);
  }

  #done(playback: Playback, error: string): void {
    // A clip that was cut has a successor already, or none.
    if (this.#playing?.playback !== playback) return;
    this.#playing = null;
    this.#settle(error);
    const next = this.#waiting;
    this.#waiting = null;
    if (next) this.#play(next);
  }
}
