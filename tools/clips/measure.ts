/** What a clip sounds like, in figures: the listening that a machine can do. Samples are -1 to 1 at 16 kHz. */
import { SAMPLE_RATE_HZ } from "../../src/announce/wav";

export interface Measures {
  readonly duration_s: number;
  /** Largest magnitude, dB of full scale. */
  readonly peak_db: number;
  /** Root mean square over the frames that hold speech, dB of full scale. */
  readonly speech_db: number;
  /** Silence before the first and after the last frame of speech. */
  readonly lead_ms: number;
  readonly tail_ms: number;
  /** Longest silence inside. */
  readonly pause_ms: number;
  /** Samples at full scale. */
  readonly clipped: number;
}

const FRAME_MS = 10;
const FRAME = (SAMPLE_RATE_HZ * FRAME_MS) / 1000;

/** A frame this far below the loudest one is a pause: ITU-T P.56 puts the margin of active speech at 15.9 dB below the mean level. */
const PAUSE_BELOW_LOUDEST_DB = 35;

export const toDb = (amplitude: number) => (amplitude > 0 ? 20 * Math.log10(amplitude) : Number.NEGATIVE_INFINITY);

/** 16-bit little-endian PCM as samples of -1 to 1. */
export function samplesOf(pcm: Uint8Array): Float64Array {
  const view = new DataView(pcm.buffer, pcm.byteOffset, pcm.length);
  return Float64Array.from({ length: pcm.length >> 1 }, (_, i) => view.getInt16(2 * i, true) / 32768);
}

/** Samples of -1 to 1 as 16-bit little-endian PCM. */
export function pcmOf(samples: Float64Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(samples.length * 2));
  samples.forEach((sample, i) => {
    view.setInt16(2 * i, Math.max(-32768, Math.min(32767, Math.round(sample * 32768))), true);
  });
  return new Uint8Array(view.buffer);
}

/** Mean square of each whole frame of 10 ms. */
function framePowers(samples: Float64Array): number[] {
  const powers: number[] = [];
  for (let at = 0; at + FRAME <= samples.length; at += FRAME) {
    let sum = 0;
    for (let i = at; i < at + FRAME; i++) sum += samples[i]! ** 2;
    powers.push(sum / FRAME);
  }
  return powers;
}

/** For each frame of 10 ms whether it holds sound. */
export function speechFrames(samples: Float64Array): boolean[] {
  const powers = framePowers(samples);
  const floor = Math.max(...powers) * 10 ** (-PAUSE_BELOW_LOUDEST_DB / 10);
  return powers.map((power) => power > floor);
}

/** First and last sample of the speech (the last one exclusive). Throws RangeError where there is none. */
export function speechBounds(samples: Float64Array): [start: number, end: number] {
  const frames = speechFrames(samples);
  const first = frames.indexOf(true);
  if (first < 0) throw new RangeError("no sound");
  return [first * FRAME, (frames.lastIndexOf(true) + 1) * FRAME];
}

/** Root mean square over the frames that hold speech. */
export function speechRms(samples: Float64Array): number {
  const frames = speechFrames(samples);
  const powers = framePowers(samples).filter((_, i) => frames[i]);
  return Math.sqrt(powers.reduce((sum, power) => sum + power, 0) / powers.length);
}

export function measure(samples: Float64Array): Measures {
  const [start, end] = speechBounds(samples);
  let pause = 0;
  let longest = 0;
  for (const speech of speechFrames(samples).slice(start / FRAME, end / FRAME)) {
    pause = speech ? 0 : pause + FRAME_MS;
    longest = Math.max(longest, pause);
  }
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return {
    duration_s: samples.length / SAMPLE_RATE_HZ,
    peak_db: toDb(peak),
    speech_db: toDb(speechRms(samples)),
    lead_ms: (start / SAMPLE_RATE_HZ) * 1000,
    tail_ms: ((samples.length - end) / SAMPLE_RATE_HZ) * 1000,
    pause_ms: longest,
    clipped: samples.filter((sample) => Math.abs(sample) >= 32767 / 32768).length,
  };
}
