/** The ten clips: those of the card first, then those built in, and the tone where neither can be played. */
import type { Card } from "../board/card";
import { messageOf } from "./message";
import { LANGS, type Lang, REASONS, type ReasonToken } from "./reasons";
import { warningTone } from "./tone";
import { CLIP_FILE_MAX_BYTES, parseWav } from "./wav";

/** The same name on the card and among the built-in files. */
export type ClipName = `${Lang}_${ReasonToken}.wav`;

export type ClipSource = "sdcard" | "embedded" | "tone";

export interface Clip {
  readonly name: ClipName;
  readonly source: ClipSource;
  /** 16-bit little-endian PCM, 16 kHz, one channel. */
  readonly pcm: Uint8Array;
}

export const clipName = (lang: Lang, token: ReasonToken): ClipName => `${lang}_${token}.wav`;

export class Clips {
  readonly #builtin: (name: ClipName) => Uint8Array;
  /** Views of the built-in files that were looked at; null for one that cannot be played. */
  readonly #embedded = new Map<ClipName, Uint8Array | null>();
  #card = new Map<ClipName, Uint8Array>();
  #refused = new Map<ClipName, string>();

  /** `builtin` gives the bytes of a built-in WAV file and throws where it is not there. */
  constructor(builtin: (name: ClipName) => Uint8Array) {
    this.#builtin = builtin;
  }

  /** Why a file on the card is not used, by name. */
  get refused(): ReadonlyMap<ClipName, string> {
    return this.#refused;
  }

  /**
   * Reads the clips of the card into memory, so that no alarm ever waits for a card. A file that cannot be played is
   * refused with its reason, and the built-in clip stands. Never rejected. Up to 320 KB for each file that is there.
   */
  async load(card: Card): Promise<void> {
    const found = new Map<ClipName, Uint8Array>();
    const refused = new Map<ClipName, string>();
    for (const lang of LANGS) {
      for (const { token } of REASONS) {
        const name = clipName(lang, token);
        try {
          const file = await card.read(name, CLIP_FILE_MAX_BYTES);
          if (file) found.set(name, parseWav(file));
        } catch (error) {
          refused.set(name, messageOf(error));
        }
      }
    }
    this.#card = found;
    this.#refused = refused;
  }

  /** The clip to be heard for a reason. */
  find(lang: Lang, token: ReasonToken): Clip {
    const name = clipName(lang, token);
    const own = this.#card.get(name);
    if (own) return { name, source: "sdcard", pcm: own };
    const embedded = this.#embeddedClip(name);
    return embedded ? { name, source: "embedded", pcm: embedded } : { name, source: "tone", pcm: warningTone() };
  }

  /** Where each clip comes from, for the status. */
  sources(): Record<Lang, Record<ReasonToken, ClipSource>> {
    const ofLang = (lang: Lang) =>
      Object.fromEntries(REASONS.map(({ token }) => [token, this.#sourceOf(lang, token)])) as Record<
        ReasonToken,
        ClipSource
      >;
    return { en: ofLang("en"), km: ofLang("km") };
  }

  #sourceOf(lang: Lang, token: ReasonToken): ClipSource {
    const name = clipName(lang, token);
    if (this.#card.has(name)) return "sdcard";
    return this.#embeddedClip(name) ? "embedded" : "tone";
  }

  #embeddedClip(name: ClipName): Uint8Array | null {
    let pcm = this.#embedded.get(name);
    if (pcm === undefined) {
      try {
        pcm = parseWav(this.#builtin(name));
      } catch {
        pcm = null;
      }
      this.#embedded.set(name, pcm);
    }
    return pcm;
  }
}
