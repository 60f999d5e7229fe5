/** The ten built-in clips, by measurement: what a machine can hear of them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { clipName } from "../../src/announce/clips";
import { LANGS, REASONS } from "../../src/announce/reasons";
import { parseWav } from "../../src/announce/wav";
import { KHMER_PHONEMES } from "../../tools/clips/khmer";
import { SPEECH_DB } from "../../tools/clips/level";
import { measure, samplesOf } from "../../tools/clips/measure";

const DIR = join(__dirname, "../../src/announce/clips");
const NAMES = LANGS.flatMap((lang) => REASONS.map(({ token }) => clipName(lang, token)));
const pcm = (name: string) => parseWav(readFileSync(join(DIR, name)));
const figures = new Map(NAMES.map((name) => [name, measure(samplesOf(pcm(name)))]));

describe("the built-in clips", () => {
  test("are one for each reason and language, and nothing else", () => {
    expect(readdirSync(DIR).sort()).toEqual([...NAMES].sort());
  });

  test.each(NAMES)("%s is speech of a warning's length, trimmed, without clipping, as loud as all others", (name) => {
    const { duration_s, peak_db, speech_db, lead_ms, tail_ms, pause_ms, clipped } = figures.get(name)!;
    expect(duration_s).toBeGreaterThan(1);
    expect(duration_s).toBeLessThan(4);
    expect(peak_db).toBeLessThan(-0.5);
    expect(peak_db).toBeGreaterThan(-6);
    expect(Math.abs(speech_db - SPEECH_DB)).toBeLessThan(0.75);
    expect(lead_ms).toBeLessThan(150);
    expect(tail_ms).toBeLessThan(150);
    expect(pause_ms).toBeLessThan(600);
    expect(clipped).toBe(0);
  });

  test("differ from each other in loudness by less than 1.5 dB", () => {
    const levels = [...figures.values()].map(({ speech_db }) => speech_db);
    expect(Math.max(...levels) - Math.min(...levels)).toBeLessThan(1.5);
  });

  test("are ten different recordings", () => {
    expect(new Set(NAMES.map((name) => Buffer.from(pcm(name)).toString("base64"))).size).toBe(10);
  });

  test.each(LANGS)("the wake-up call in %s is one call said three times", (lang) => {
    const samples = samplesOf(pcm(clipName(lang, "microsleep")));
    // The envelope of a repeated call is like itself one repetition later: its autocorrelation has a peak there.
    const frame = 160;
    const envelope = Array.from({ length: Math.floor(samples.length / frame) }, (_, i) =>
      Math.sqrt(samples.slice(i * frame, (i + 1) * frame).reduce((sum, sample) => sum + sample * sample, 0) / frame),
    );
    const mean = envelope.reduce((sum, value) => sum + value, 0) / envelope.length;
    const likeness = (lag: number) => {
      let sum = 0;
      for (let i = 0; i + lag < envelope.length; i++) sum += (envelope[i]! - mean) * (envelope[i + lag]! - mean);
      return sum / (envelope.length - lag);
    };
    const third = envelope.length / 3;
    const lags = Array.from({ length: envelope.length }, (_, lag) => lag).filter(
      (lag) => lag > 0.7 * third && lag < 1.3 * third,
    );
    expect(Math.max(...lags.map(likeness)) / likeness(0)).toBeGreaterThan(0.5);
  });

  test("say a sentence in either language; every Khmer one has its phonemes", () => {
    for (const { token, text } of REASONS) {
      expect(text.en).toMatch(/^[A-Z][\x20-\x7e]+[.!]$/);
      expect(text.km).toMatch(/^[\u1780-\u17ff! ]+$/);
      expect(KHMER_PHONEMES[token]).toMatch(/^\[\[.+\]\][.!]$/);
    }
  });
});
