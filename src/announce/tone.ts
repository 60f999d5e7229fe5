/** The last resort: a warning tone for a clip that neither the card nor the program holds. Hearing it is a defect. */
import { SAMPLE_RATE_HZ } from "./wav";

/** [unit document, board constants: tone amplitude] */
const AMPLITUDE = 0.35;
/** Small speakers are loudest and ears keen here. [ours] */
const PITCH_HZ = 1000;
const BEEPS = 4;
const BEEP_MS = 200;
const GAP_MS = 100;

/** Four beeps as 16-bit little-endian PCM, 16 kHz, one channel; 1.2 s. */
export function warningTone(): Uint8Array {
  const beep = (SAMPLE_RATE_HZ * BEEP_MS) / 1000;
  const period = (SAMPLE_RATE_HZ * (BEEP_MS + GAP_MS)) / 1000;
  const pcm = new Uint8Array(2 * BEEPS * period);
  const view = new DataView(pcm.buffer);
  for (let i = 0; i < BEEPS * period; i++) {
    if (i % period >= beep) continue;
    const sample = AMPLITUDE * Math.sin((2 * Math.PI * PITCH_HZ * i) / SAMPLE_RATE_HZ);
    view.setInt16(2 * i, Math.round(sample * 32767), true);
  }
  return pcm;
}
