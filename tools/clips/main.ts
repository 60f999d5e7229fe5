/**
 * Makes the ten built-in clips from the sentences of `src/announce/reasons.ts`.
 * usage: node --import tsx tools/clips/main.ts [DIR]     (default src/announce/clips)
 * Needs espeak-ng and ffmpeg (`tools/setup/apt.sh espeak-ng=espeak-ng ffmpeg=ffmpeg`).
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { clipName } from "../../src/announce/clips";
import { LANGS, type Lang, REASONS, type Reason } from "../../src/announce/reasons";
import { buildWav, SAMPLE_RATE_HZ } from "../../src/announce/wav";
import { KHMER_PHONEMES, KHMER_VOICE } from "./khmer";
import { finish } from "./level";
import { measure, pcmOf, samplesOf } from "./measure";

/** Words per minute and pitch (0-99). The wake-up call is faster and higher: it has to get through. */
const PACE = {
  en: { calm: { speed: 160, pitch: 50 }, urgent: { speed: 175, pitch: 70 } },
  km: { calm: { speed: 150, pitch: 50 }, urgent: { speed: 165, pitch: 70 } },
};
const VOICE: Record<Lang, string> = { en: "en-us", km: KHMER_VOICE };

function speak(lang: Lang, { token, text }: Reason): Buffer {
  const { speed, pitch } = PACE[lang][token === "microsleep" ? "urgent" : "calm"];
  const words = lang === "km" ? KHMER_PHONEMES[token] : text[lang];
  return execFileSync("espeak-ng", ["-v", VOICE[lang], "-s", `${speed}`, "-p", `${pitch}`, "--stdout", words]);
}

/** The synthesiser's WAV as raw PCM of 16 kHz; what a small speaker cannot play is taken off, for it only costs level. */
function resample(wav: Buffer): Uint8Array {
  const filter = ["-af", "highpass=f=120", "-ar", `${SAMPLE_RATE_HZ}`, "-ac", "1", "-f", "s16le", "-"];
  return execFileSync("ffmpeg", ["-v", "error", "-i", "-", ...filter], { input: wav });
}

const dir = process.argv[2] ?? join(__dirname, "../../src/announce/clips");
mkdirSync(dir, { recursive: true });
for (const lang of LANGS) {
  for (const reason of REASONS) {
    const samples = finish(samplesOf(resample(speak(lang, reason))));
    writeFileSync(join(dir, clipName(lang, reason.token)), buildWav(pcmOf(samples)));
    const { duration_s, peak_db, speech_db, pause_ms } = measure(samples);
    const figures = [
      `${duration_s.toFixed(2)} s`,
      `peak ${peak_db.toFixed(1)} dB`,
      `speech ${speech_db.toFixed(1)} dB`,
    ];
    console.log(`${clipName(lang, reason.token).padEnd(18)} ${figures.join(", ")}, pause ${pause_ms} ms`);
  }
}
