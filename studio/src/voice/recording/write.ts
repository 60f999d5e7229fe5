import { type FileHandle, open, rename, rm } from "node:fs/promises";
import type { Synthesiser } from "./espeak";
import { pcmBytes, samplesOf, wavHeader } from "./pcm";
import type { RecordingPlan, Segment } from "./plan";
import { keyTones, ringTones, speechTones } from "./tones";

const SILENCE = Buffer.alloc(65_536);

/**
 * Writes a recording as WAV (8 kHz, mono, 16-bit PCM), segment by segment; the file is there when it is whole, under a
 * name of its own before. Speech that cannot be synthesised is marked by tones of the same length.
 * @throws what the file system throws; nothing is left behind then
 */
export async function writeRecording(path: string, plan: RecordingPlan, synthesiser: Synthesiser): Promise<void> {
  const partial = `${path}.partial`;
  const file = await open(partial, "w");
  try {
    const total = samplesOf(plan.duration_ms);
    await file.write(wavHeader(total));
    let at = 0;
    for (const segment of plan.segments) {
      const from = samplesOf(segment.from_ms);
      const length = Math.min(samplesOf(segment.to_ms), total) - from;
      if (length <= 0) continue;
      await writeSilence(file, from - at);
      await file.write(pcmBytes(await soundOf(segment, length, plan.language, synthesiser)));
      at = from + length;
    }
    await writeSilence(file, total - at);
    await file.close();
    await rename(partial, path);
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(partial, { force: true });
    throw error;
  }
}

/** Exactly `length` samples. */
async function soundOf(
  { sound }: Segment,
  length: number,
  language: string,
  synthesiser: Synthesiser,
): Promise<Int16Array> {
  switch (sound.kind) {
    case "keys":
      return keyTones(sound.digits, length);
    case "ringing":
      return ringTones(length);
    case "mumble":
      return speechTones("mumble", length);
    case "speech": {
      const spoken = await synthesiser.speak(sound.text, { language, speaker: sound.speaker }, sound.whole_ms);
      if (spoken === null) return speechTones(sound.speaker, length);
      const out = new Int16Array(length);
      out.set(spoken.subarray(0, length));
      return out;
    }
  }
}

async function writeSilence(file: FileHandle, samples: number): Promise<void> {
  for (let left = samples * 2; left > 0; left -= SILENCE.length)
    await file.write(SILENCE, 0, Math.min(left, SILENCE.length));
}
