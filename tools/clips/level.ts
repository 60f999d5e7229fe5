/** Makes a clip out of what the synthesiser said: silence off, one loudness for all, no click at either end. */
import { SAMPLE_RATE_HZ } from "../../src/announce/wav";
import { speechBounds, speechRms } from "./measure";

/** Loudness of every clip, dB of full scale over its speech. Speech this dense is as loud as a small speaker plays cleanly. */
export const SPEECH_DB = -17;
/** No sample lies above this; one decibel of room for the filter of the converter. */
export const PEAK_DB = -1;

const EDGE_MS = 30;
const FADE_MS = 8;
/** From here on peaks are bent rather than passed on. */
const KNEE = 0.5;

const fromDb = (db: number) => 10 ** (db / 20);
const samplesIn = (ms: number) => Math.round((SAMPLE_RATE_HZ * ms) / 1000);

/** The speech with 30 ms of what surrounds it (or of silence) on both sides. */
export function trim(samples: Float64Array): Float64Array {
  const [start, end] = speechBounds(samples);
  const edge = samplesIn(EDGE_MS);
  const cut = new Float64Array(end - start + 2 * edge);
  for (let i = 0; i < cut.length; i++) cut[i] = samples[start - edge + i] ?? 0;
  return cut;
}

/** Bends what rises above the knee so that it stays below the ceiling; lower samples pass unchanged. */
function limit(sample: number, ceiling: number): number {
  const size = Math.abs(sample);
  if (size <= KNEE) return sample;
  const room = ceiling - KNEE;
  return Math.sign(sample) * (KNEE + room * Math.tanh((size - KNEE) / room));
}

/**
 * `samples` at the loudness of all clips. Gain and limiter work on each other, so the gain is found by
 * repetition: it ends within 0.05 dB, or throws RangeError where the limiter leaves no room.
 */
export function normalise(samples: Float64Array): Float64Array {
  const ceiling = fromDb(PEAK_DB);
  const wanted = fromDb(SPEECH_DB);
  let gain = wanted / speechRms(samples);
  for (let round = 0; round < 40; round++) {
    const levelled = samples.map((sample) => limit(sample * gain, ceiling));
    const error = wanted / speechRms(levelled);
    if (Math.abs(20 * Math.log10(error)) < 0.05) return levelled;
    gain *= error;
  }
  throw new RangeError(`cannot bring the speech to ${SPEECH_DB} dB below a peak of ${PEAK_DB} dB`);
}

/** Fades both ends so that neither clicks. */
export function fade(samples: Float64Array): Float64Array {
  const length = samplesIn(FADE_MS);
  return samples.map((sample, i) => sample * Math.min(1, i / length, (samples.length - 1 - i) / length));
}

export const finish = (samples: Float64Array) => fade(normalise(trim(samples)));
