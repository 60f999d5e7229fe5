import { PACE } from "../pace";
import { SAMPLES_PER_S, samplesOf } from "./pcm";

const LOUD = 8_000;
/** Rise and fall of a tone, so that it does not click. */
const EDGE_SAMPLES = 40;

/** Keypad tones: a low frequency for the row and a high one for the column (ITU-T Q.23), in Hz. */
const ROWS_HZ = [697, 770, 852, 941] as const;
const COLUMNS_HZ = [1209, 1336, 1477] as const;
const KEYPAD = "123456789*0#";

/** Keys as they sound, each for two thirds of its time. */
export function keyTones(digits: string, samples: number): Int16Array {
  const out = new Int16Array(samples);
  for (const [index, key] of [...digits].entries()) {
    const at = KEYPAD.indexOf(key);
    if (at < 0) continue;
    const hz = [ROWS_HZ[Math.floor(at / 3)] ?? 697, COLUMNS_HZ[at % 3] ?? 1209];
    addTone(out, hz, samplesOf(index * PACE.ms_per_key), samplesOf((PACE.ms_per_key * 2) / 3));
  }
  return out;
}

/** The tone that a caller hears while another telephone rings (425 Hz, 1 s on, 4 s off). */
export function ringTones(samples: number): Int16Array {
  const out = new Int16Array(samples);
  for (let at = 0; at < samples; at += samplesOf(5_000)) addTone(out, [425], at, samplesOf(1_000));
  return out;
}

/** In place of speech: a short tone per syllable or so, low for the bot, higher for the caller, uneven for a mumble. */
export function speechTones(who: "bot" | "caller" | "mumble", samples: number): Int16Array {
  const out = new Int16Array(samples);
  const hz = { bot: 220, caller: 440, mumble: 330 }[who];
  const beat_ms = who === "mumble" ? 310 : 200;
  for (let at = 0; at < samples; at += samplesOf(beat_ms)) addTone(out, [hz], at, samplesOf(beat_ms * 0.6));
  return out;
}

function addTone(out: Int16Array, frequencies_hz: readonly number[], from: number, length: number): void {
  const end = Math.min(out.length, from + length);
  for (let i = from; i < end; i++) {
    const edge = Math.min(1, (i - from) / EDGE_SAMPLES, (end - i) / EDGE_SAMPLES);
    let value = 0;
    for (const hz of frequencies_hz) value += Math.sin((2 * Math.PI * hz * i) / SAMPLES_PER_S) / frequencies_hz.length;
    out[i] = Math.round(value * edge * LOUD);
  }
}
