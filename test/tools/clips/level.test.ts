import { fade, finish, normalise, PEAK_DB, SPEECH_DB, trim } from "../../../tools/clips/level";
import { measure, pcmOf, samplesOf, speechRms, toDb } from "../../../tools/clips/measure";

const RATE = 16_000;

/** Half a second of silence, bursts of a tone with a pause between them, half a second of silence. */
function recording(amplitude: number): Float64Array {
  const samples = new Float64Array(3 * RATE);
  for (let i = 0.5 * RATE; i < 2.5 * RATE; i++) {
    const speaking = i < 1.2 * RATE || i >= 1.6 * RATE;
    // Speech has peaks far above its mean: a tone with a slow beat has too.
    if (speaking) samples[i] = amplitude * Math.sin(i / 7) * (0.2 + 0.8 * Math.sin(i / 900) ** 8);
  }
  return samples;
}

describe("making a clip", () => {
  test("takes the silence off at both ends and leaves the pause inside", () => {
    const figures = measure(trim(recording(0.5)));
    expect(figures.lead_ms).toBeLessThan(50);
    expect(figures.tail_ms).toBeLessThan(50);
    expect(figures.pause_ms).toBeGreaterThan(380);
    expect(figures.duration_s).toBeCloseTo(2.06, 1);
  });

  test.each([0.01, 0.2, 1])(
    "brings a recording of amplitude %p to the loudness of all, below the peak allowed",
    (amplitude) => {
      const levelled = normalise(trim(recording(amplitude)));
      expect(Math.abs(toDb(speechRms(levelled)) - SPEECH_DB)).toBeLessThan(0.05);
      expect(measure(levelled).peak_db).toBeLessThan(PEAK_DB + 1e-9);
    },
  );

  test("lets nothing click at the ends", () => {
    const faded = fade(new Float64Array(RATE).fill(0.5));
    expect([faded[0], faded.at(-1)]).toEqual([0, 0]);
    expect(faded[RATE / 2]).toBe(0.5);
    expect(Math.max(...faded.map((sample, i) => (i === 0 ? 0 : Math.abs(sample - faded[i - 1]!))))).toBeLessThan(0.01);
  });

  test("refuses silence, which has no loudness", () => {
    expect(() => finish(new Float64Array(RATE))).toThrow(RangeError);
  });

  test("keeps every sample on the way to PCM and back, and bends none over the edge", () => {
    const pcm = pcmOf(Float64Array.of(-1.5, -1, -0.25, 0, 0.25, 1, 1.5));
    expect([...samplesOf(pcm)]).toEqual([-1, -1, -0.25, 0, 0.25, 32767 / 32768, 32767 / 32768]);
    expect(measure(samplesOf(pcmOf(recording(1.2)))).clipped).toBeGreaterThan(0);
  });
});
