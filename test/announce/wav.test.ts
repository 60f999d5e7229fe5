import fc from "fast-check";
import { buildWav, CLIP_MAX_S, parseWav, SAMPLE_RATE_HZ, WavError } from "../../src/announce/wav";

/** PCM of `seconds` of a square wave: loud enough to count as sound. */
function sound(seconds: number): Uint8Array {
  const samples = new Int16Array(Math.round(seconds * SAMPLE_RATE_HZ)).map((_, i) => (i % 32 < 16 ? 8000 : -8000));
  return new Uint8Array(samples.buffer);
}

/** A good file after `change` was done to its header. */
function changed(change: (view: DataView, file: Uint8Array) => void): Uint8Array {
  const file = buildWav(sound(0.1));
  change(new DataView(file.buffer), file);
  return file;
}

describe("a sound file", () => {
  test("gives back the samples it was built from", () => {
    expect(parseWav(buildWav(sound(0.5)))).toEqual(sound(0.5));
  });

  test("may carry other chunks before its samples, of odd length too", () => {
    const pcm = sound(0.1);
    const plain = buildWav(pcm);
    const tag = Uint8Array.from([..."LIST"].map((c) => c.charCodeAt(0)).concat([3, 0, 0, 0, 1, 2, 3, 0]));
    const file = new Uint8Array([...plain.subarray(0, 12), ...tag, ...plain.subarray(12)]);
    expect(parseWav(file)).toEqual(pcm);
  });

  test("may be a view into a larger buffer at an odd place", () => {
    const file = buildWav(sound(0.1));
    const shifted = new Uint8Array(file.length + 1);
    shifted.set(file, 1);
    expect(parseWav(shifted.subarray(1))).toEqual(sound(0.1));
  });

  test.each<[string, Uint8Array]>([
    ["not a WAV file", new Uint8Array(0)],
    ["not a WAV file", Uint8Array.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])],
    ["not a WAV file", changed((view) => view.setUint8(8, 0))],
    ["44100 Hz, must be 16000", changed((view) => view.setUint32(24, 44100, true))],
    ["2 channels, must be 1", changed((view) => view.setUint16(22, 2, true))],
    ["8 bits, must be 16", changed((view) => view.setUint16(34, 8, true))],
    ["format 3, must be 1 (PCM)", changed((view) => view.setUint16(20, 3, true))],
    ["truncated", buildWav(sound(0.1)).subarray(0, 2000)],
    ["truncated", changed((view) => view.setUint32(40, 0xffffffff, true))],
    ["no samples", buildWav(new Uint8Array(0))],
    ["no samples", buildWav(sound(0.1)).subarray(0, 36)],
    ["half a sample at the end", buildWav(sound(0.1).subarray(0, 1001))],
    ["no format before its samples", changed((view) => view.setUint8(12, 0x78))],
    ["its format chunk is too short", changed((view) => view.setUint32(16, 4, true))],
    ["10.5 s, at most 10", buildWav(sound(CLIP_MAX_S + 0.5))],
    ["silent", buildWav(new Uint8Array(32_000))],
  ])("is refused with the reason: %s", (reason, file) => {
    expect(() => parseWav(file)).toThrow(new WavError(reason));
  });

  test("with any bytes broken gives samples or a WavError, never another failure", () => {
    const good = buildWav(sound(0.05));
    const places = fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { maxLength: 8 });
    fc.assert(
      fc.property(places, fc.nat(good.length), (bytes, length) => {
        const file = good.slice();
        for (const [at, value] of bytes) file[at] = value;
        try {
          expect(parseWav(file.subarray(0, length)).length).toBeLessThanOrEqual(length);
        } catch (error) {
          expect(error).toBeInstanceOf(WavError);
        }
      }),
    );
  });
});
