import { endianness } from "node:os";

/** Sound as telephones have it: 8000 samples a second, 16 bits, one channel. */
export const SAMPLES_PER_S = 8_000;
export const BYTES_PER_SAMPLE = 2;

export function samplesOf(duration_ms: number): number {
  return Math.max(0, Math.round((duration_ms * SAMPLES_PER_S) / 1_000));
}

/** The 44 bytes before the samples of a WAV file (RIFF, PCM). */
export function wavHeader(samples: number): Buffer {
  const data_bytes = samples * BYTES_PER_SAMPLE;
  const header = Buffer.alloc(44);
  header.write("RIFF", 0, "ascii");
  header.writeUInt32LE(36 + data_bytes, 4);
  header.write("WAVEfmt ", 8, "ascii");
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SAMPLES_PER_S, 24);
  header.writeUInt32LE(SAMPLES_PER_S * BYTES_PER_SAMPLE, 28);
  header.writeUInt16LE(BYTES_PER_SAMPLE, 32);
  header.writeUInt16LE(8 * BYTES_PER_SAMPLE, 34);
  header.write("data", 36, "ascii");
  header.writeUInt32LE(data_bytes, 40);
  return header;
}

/** Samples as the bytes of a WAV file. */
export function pcmBytes(samples: Int16Array): Buffer {
  const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  return endianness() === "LE" ? bytes : Buffer.from(bytes).swap16();
}

/** The samples of a 16-bit mono WAV at this file's rate; null where the bytes are no such WAV. */
export function pcmOfWav(wav: Buffer): Int16Array | null {
  if (wav.length < 44 || wav.toString("ascii", 0, 4) !== "RIFF" || wav.toString("ascii", 8, 12) !== "WAVE") return null;
  if (wav.readUInt16LE(22) !== 1 || wav.readUInt16LE(34) !== 16) return null;
  const rate = wav.readUInt32LE(24);
  const data = wav.indexOf("data", 12, "ascii");
  if (data < 0 || rate < SAMPLES_PER_S) return null;
  return decimated(wav, data + 8, rate / SAMPLES_PER_S);
}

/** Fewer samples: each the mean of those it stands for, which also takes out what the lower rate cannot carry. */
function decimated(wav: Buffer, from: number, ratio: number): Int16Array {
  const count = Math.floor((wav.length - from) / BYTES_PER_SAMPLE);
  const out = new Int16Array(Math.floor(count / ratio));
  for (let i = 0; i < out.length; i++) {
    const first = Math.floor(i * ratio);
    const end = Math.min(count, Math.max(first + 1, Math.floor((i + 1) * ratio)));
    let sum = 0;
    for (let at = first; at < end; at++) sum += wav.readInt16LE(from + at * BYTES_PER_SAMPLE);
    out[i] = Math.round(sum / (end - first));
  }
  return out;
}
