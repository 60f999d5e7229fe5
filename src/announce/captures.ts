/** Keeps the pictures of alerts on the card, one after the other, and counts what could not be kept. */
import type { Card } from "../board/card";
import type { TimerId, Timers } from "../board/timers";
import { type CaptureFacts, stampCapture } from "./capture_file";
import { type CaptureEntry, capturePath, erase, ID_MAX, numberOf, page, survey } from "./capture_index";
import { messageOf } from "./message";

/** A frame that is not there after this time will not come. [ours: ten frames at the slowest rate of the loop, and encoding] */
const PICTURE_MS = 5000;
/** Captures that wait for a slow card; the next one is dropped rather than held in memory. [ours: alerts are 4 s apart] */
const WAITING_MAX = 4;
/** A missing card is looked for this often at most while somebody lists captures. [ours] */
const MOUNT_AGAIN_MS = 5000;
/** Far above any JPEG of the camera. */
const CAPTURE_MAX_BYTES = 1_048_576;

/** The card and its captures, as the status and the events index show them. */
export interface CardState {
  readonly mounted: boolean;
  readonly name: string;
  /** Bytes; as of the last change that the unit made or the last time the events were listed. */
  readonly total: number;
  readonly free: number;
  /** Why the card or the last capture failed; empty when neither did. */
  readonly error: string;
  /** Captures that are on the card. */
  readonly events: number;
  /** Captures written since boot. */
  readonly stored: number;
  /** Captures that could not be written since boot. */
  readonly dropped: number;
}

export class Captures {
  readonly #card: Card;
  readonly #timers: Timers;
  readonly #onMount: () => Promise<void>;
  /** Everything that changes the card happens in this order. */
  #turn: Promise<unknown> = Promise.resolve();
  /** The first look for a card: who asks meanwhile waits for its outcome instead of hearing that there is nothing. */
  #found: Promise<void> = Promise.resolve();
  #waiting = 0;
  #tried_ms = Number.NEGATIVE_INFINITY;
  /** The card in the slot was surveyed: before that the next number is not known. */
  #surveyed = false;
  #next = 0;
  #events = 0;
  #stored = 0;
  #dropped = 0;
  #error = "";
  #space = { total: 0, free: 0 };

  /** `onMount` is called whenever a card was found. */
  constructor(card: Card, timers: Timers, onMount: () => Promise<void>) {
    this.#card = card;
    this.#timers = timers;
    this.#onMount = onMount;
  }

  get state(): CardState {
    const { name } = this.#card;
    const mounted = this.#ready;
    const none = { total: 0, free: 0 };
    return {
      mounted,
      name,
      ...(mounted ? this.#space : none),
      error: this.#error,
      events: mounted ? this.#events : 0,
      stored: this.#stored,
      dropped: this.#dropped,
    };
  }

  /** Looks for the card. Fulfilled when it is ready or known to be missing; never rejected. */
  start(): Promise<void> {
    this.#found = this.#inTurn(() => this.#mount()).catch((error) => this.#fail(error));
    return this.#found;
  }

  /** Stores the picture of an alert when it comes. Returns at once; what goes wrong is counted and shown. */
  store(facts: CaptureFacts, picture: Promise<Uint8Array | null>): void {
    if (this.#waiting >= WAITING_MAX) {
      this.#drop(new Error("the card is too slow for the alerts"));
      picture.catch(() => {});
      return;
    }
    this.#waiting++;
    const taken = this.#inTime(picture);
    // It may fail before its turn comes.
    taken.catch(() => {});
    this.#inTurn(async () => this.#write(facts, await taken))
      .catch((error) => this.#drop(error))
      .finally(() => this.#waiting--);
  }

  /** Fulfilled when nothing is being written any more, after `limit_ms` at the latest. */
  settled(limit_ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = this.#timers.set(resolve, limit_ms);
      void this.#turn.then(() => {
        this.#timers.clear(timer);
        resolve();
      });
    });
  }

  /** A page of captures, newest first; empty where there is no card. */
  async page(skip: number, limit: number): Promise<CaptureEntry[]> {
    await this.#found;
    try {
      if (!this.#ready && this.#timers.now_ms() - this.#tried_ms >= MOUNT_AGAIN_MS)
        await this.#inTurn(() => this.#mount());
      if (!this.#ready) return [];
      const entries = await page(this.#card, skip, limit);
      await this.#measure();
      return entries;
    } catch (error) {
      this.#fail(error);
      return [];
    }
  }

  /** The file of a capture; null for an id that there is none of. */
  async open(id: string): Promise<Uint8Array | null> {
    const number = numberOf(id);
    await this.#found;
    if (number === null || !this.#card.mounted) return null;
    return this.#card.read(capturePath(number), CAPTURE_MAX_BYTES);
  }

  /** Deletes every capture; returns how many. Rejected where the card fails half-way. */
  clear(): Promise<number> {
    return this.#inTurn(async () => {
      if (!this.#ready) return 0;
      try {
        const { cleared, next } = await erase(this.#card, this.#next);
        this.#next = next;
        this.#events = 0;
        this.#error = "";
        await this.#measure();
        return cleared;
      } catch (error) {
        this.#fail(error);
        const left = await survey(this.#card).catch(() => null);
        if (left) this.#events = left.total;
        throw error;
      }
    });
  }

  #inTurn<T>(job: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(job);
    this.#turn = done.catch(() => {});
    return done;
  }

  get #ready(): boolean {
    return this.#surveyed && this.#card.mounted;
  }

  async #mount(): Promise<void> {
    this.#surveyed = false;
    this.#tried_ms = this.#timers.now_ms();
    await this.#card.mount();
    const { total, next } = await survey(this.#card);
    this.#events = total;
    this.#next = Math.max(this.#next, next);
    this.#surveyed = true;
    this.#error = "";
    await this.#measure();
    await this.#onMount();
  }

  async #write(facts: CaptureFacts, jpeg: Uint8Array): Promise<void> {
    const file = stampCapture(jpeg, facts);
    if (!this.#ready) await this.#mount();
    if (this.#next > ID_MAX) throw new Error("every capture id was used");
    try {
      await this.#card.write(capturePath(this.#next), file);
    } catch (error) {
      // A card that was taken out may be back, or another one there.
      if (this.#card.mounted) throw error;
      await this.#mount();
      await this.#card.write(capturePath(this.#next), file);
    }
    this.#next++;
    this.#events++;
    this.#stored++;
    this.#error = "";
    await this.#measure();
  }

  /** What a card says of its space is no reason to call what was done undone. */
  async #measure(): Promise<void> {
    try {
      this.#space = await this.#card.space();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** The picture, or a rejection where none comes in time. */
  #inTime(picture: Promise<Uint8Array | null>): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      const timer: TimerId = this.#timers.set(() => reject(new Error("the camera gave no picture")), PICTURE_MS);
      picture.then(
        (jpeg) => {
          this.#timers.clear(timer);
          if (jpeg) resolve(jpeg);
          else reject(new Error("the camera gave no picture"));
        },
        (error) => {
          this.#timers.clear(timer);
          reject(error);
        },
      );
    });
  }

  #drop(error: unknown): void {
    this.#dropped++;
    this.#fail(error);
  }

  #fail(error: unknown): void {
    this.#error = messageOf(error);
  }
}
