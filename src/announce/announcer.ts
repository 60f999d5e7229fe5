/**
 * Carries out what the monitor decided: voice, capture and message of one alert, with one reason token, started in this
 * order. None waits for another, and none can stop another. When an alert may come again is the monitor's business.
 */
import type { Card } from "../board/card";
import type { AudioOutConstructor } from "../board/speaker";
import type { Timers } from "../board/timers";
import { Captures, type CardState } from "./captures";
import { type ClipName, type ClipSource, Clips } from "./clips";
import { messageOf } from "./message";
import { type Lang, REASONS, type ReasonToken } from "./reasons";
import { urgencyOf, Voice } from "./voice";

/** What the monitor announced, with its facts at that frame. */
export interface Announcement {
  readonly reason: ReasonToken;
  /** Fused score, 0-1. */
  readonly risk: number;
  /** Share of the window with the eyes closed, 0-1. */
  readonly perclos: number;
  readonly uptime_ms: number;
}

/** What is handed on to be published. */
export interface Alert extends Announcement {
  /** Announcements since boot, this one included. */
  readonly alert_count: number;
}

/** Answer of POST /api/alert-test. */
export interface AlertTest {
  readonly played: boolean;
  readonly text: string;
  readonly reason: ReasonToken;
  readonly lang: Lang;
  readonly source: ClipSource;
}

/** The part of the status group `alert` that is known here. */
export interface AnnouncerState {
  readonly count: number;
  readonly counts: Readonly<Record<ReasonToken, number>>;
  /** Where each clip comes from. `errors` is there only while something is wrong: the speaker, or a file on the card that is not used. */
  readonly clips: Record<Lang, Record<ReasonToken, ClipSource>> & {
    readonly errors?: Readonly<Record<string, string>>;
  };
}

export interface AnnouncerParts {
  readonly timers: Timers;
  /** Null where the machine has no speaker. */
  readonly AudioOut: AudioOutConstructor | null;
  readonly card: Card;
  /** The bytes of a built-in clip; throws where it is not there. */
  readonly clip: (name: ClipName) => Uint8Array;
  /** One JPEG of the very frame that the detector last received; null before the first. */
  readonly snapshot: () => Promise<Uint8Array | null>;
  /** Publishes an alert. */
  readonly onAlert: (alert: Alert) => void;
  /** One log line. */
  readonly log: (line: string) => void;
}

/** A stop takes 2 s at most; the other parts want some of it. */
const STOP_MS = 1000;

/** Longest text of one entry of `errors`: ten of them must leave the status its buffer. */
const ERROR_CHARACTERS = 80;

export class Announcer {
  readonly captures: Captures;
  readonly #parts: AnnouncerParts;
  readonly #voice: Voice;
  readonly #clips: Clips;
  readonly #counts: Record<ReasonToken, number> = { drowsy: 0, microsleep: 0, yawning: 0, head_nod: 0, no_driver: 0 };
  #lang: Lang;

  constructor(parts: AnnouncerParts, lang: Lang, muted: boolean) {
    this.#parts = parts;
    this.#clips = new Clips(parts.clip);
    this.#voice = new Voice(parts.AudioOut, parts.timers, (reason) => parts.log(`speaker: ${reason}`));
    this.captures = new Captures(parts.card, parts.timers, () => this.#clips.load(parts.card));
    this.#lang = lang;
    this.#voice.mute(muted);
  }

  /** Looks for the card and its clips. Alerts are carried out from the beginning. */
  start(): Promise<void> {
    return this.captures.start();
  }

  /** The settings changed. Muting holds at once, a language from the next clip on. */
  configure(lang: Lang, muted: boolean): void {
    this.#lang = lang;
    this.#voice.mute(muted);
  }

  announce(announcement: Announcement): void {
    const { reason } = announcement;
    this.#counts[reason]++;
    const alert_count = this.count;
    this.#attempt("voice", () => this.#voice.alert(this.#clips.find(this.#lang, reason), urgencyOf(reason)));
    this.#attempt("capture", () => this.captures.store(announcement, this.#parts.snapshot()));
    this.#attempt("message", () => this.#parts.onAlert({ ...announcement, alert_count }));
  }

  /** Plays the clip of a reason in the language in force. It is no alert: nothing is counted, stored or published. */
  async test(number: number): Promise<AlertTest> {
    const reason = REASONS[Math.min(REASONS.length - 1, Math.max(0, number))]!;
    const lang = this.#lang;
    const clip = this.#clips.find(lang, reason.token);
    const played = await this.#voice.test(clip);
    return { played, text: reason.text[lang], reason: reason.token, lang, source: clip.source };
  }

  get count(): number {
    return REASONS.reduce((sum, { token }) => sum + this.#counts[token], 0);
  }

  get state(): AnnouncerState {
    const errors: Record<string, string> = {};
    if (this.#voice.error) errors["speaker"] = this.#voice.error.slice(0, ERROR_CHARACTERS);
    for (const [name, reason] of this.#clips.refused) errors[name] = reason.slice(0, ERROR_CHARACTERS);
    const sources = this.#clips.sources();
    const clips = Object.keys(errors).length > 0 ? { ...sources, errors } : sources;
    return { count: this.count, counts: { ...this.#counts }, clips };
  }

  get card(): CardState {
    return this.captures.state;
  }

  /** Ends what is being said and waits for what is being written, a second at most. */
  stop(): Promise<void> {
    this.#voice.silence();
    return this.captures.settled(STOP_MS);
  }

  #attempt(what: string, action: () => void): void {
    try {
      action();
    } catch (error) {
      this.#parts.log(`${what} of an alert failed: ${messageOf(error)}`);
    }
  }
}
