/** The one sound format of the unit: RIFF WAVE, PCM, 16 kHz, one channel, 16 bits, little-endian. */

/** [unit document, board constants: sample rate] */
export const SAMPLE_RATE_HZ = 16_000;
const BYTES_PER_SAMPLE = 2;

/** Longest clip: a warning that takes longer than this is no warning. Bounds what a card file may cost in memory. [ours] */
export const CLIP_MAX_S = 10;
const PCM_MAX_BYTES = CLIP_MAX_S * SAMPLE_RATE_HZ * BYTES_PER_SAMPLE;

/** Room for the header and for tags that recorders add. Files above this are not even read. */
export const CLIP_FILE_MAX_BYTES = PCM_MAX_BYTES + 65_536;

/** Below 1 % of full scale nobody hears a thing in a car. [ours] */
const PEAK_MIN = 328;

const FORMAT_PCM = 1;
const HEADER_BYTES = 44;

/** What is wrong with a sound file, in words that its maker can act on. */
export class WavError extends Error {}

/** Playing time in seconds of `bytes` of PCM. */
export const duration_s = (bytes: number) => bytes / (SAMPLE_RATE_HZ * BYTES_PER_SAMPLE);

const tag = (view: DataView, at: number) =>
  String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3));

function checkFormat(view: DataView, at: number, size: number): void {
  if (size < 16) throw new WavError("its format chunk is too short");
  const format = view.getUint16(at, true);
  const channels = view.getUint16(at + 2, true);
  const rate = view.getUint32(at + 4, true);
  const bits = view.getUint16(at + 14, true);
  if (format !== FORMAT_PCM) throw new WavError(`format ${format}, must be 1 (PCM)`);
  if (channels !== 1) throw new WavError(`${channels} channels, must be 1`);
  if (rate !== SAMPLE_RATE_HZ) throw new WavError(`${rate} Hz, must be ${SAMPLE_RATE_HZ}`);
  if (bits !== 16) throw new WavError(`${bits} bits, must be 16`);
}

function checkSound(pcm: Uint8Array): void {
  if (pcm.length < BYTES_PER_SAMPLE) throw new WavError("no samples");
  if (pcm.length % BYTES_PER_SAMPLE !== 0) throw new WavError("half a sample at the end");
  if (pcm.length > PCM_MAX_BYTES) throw new WavError(`${duration_s(pcm.length).toFixed(1)} s, at most ${CLIP_MAX_S}`);
  const samples = new DataView(pcm.buffer, pcm.byteOffset, pcm.length);
  for (let at = 0; at < pcm.length; at += BYTES_PER_SAMPLE) {
    const sample = samples.getInt16(at, true);
    if (sample >= PEAK_MIN || sample <= -PEAK_MIN) return;
  }
  throw new WavError("silent");
}

/**
 * The samples of a WAV file as a view of `file`: 16-bit little-endian PCM, 16 kHz, one channel.
 * Chunks of other kinds are skipped. Throws WavError, which says in a few words why the file cannot be played:
 * not a WAV file, another format, truncated, empty, longer than `CLIP_MAX_S`, or silent.
 */
export function parseWav(file: Uint8Array): Uint8Array {
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  if (file.length < 12 || tag(view, 0) !== "RIFF" || tag(view, 8) !== "WAVE") throw new WavError("not a WAV file");
  let known = false;
  for (let at = 12; at + 8 <= file.length; ) {
    const size = view.getUint32(at + 4, true);
    const start = at + 8;
    if (start + size > file.length) throw new WavError("truncated");
    const kind = tag(view, at);
    if (kind === "fmt ") {
      checkFormat(view, start, size);
      known = true;
    } else if (kind === "data") {
      if (!known) throw new WavError("no format before its samples");
      const pcm = file.subarray(start, start + size);
      checkSound(pcm);
      return pcm;
    }
    // Chunks start at even places.
    at = start + size + (size % 2);
  }
  throw new WavError("no samples");
}

/** A whole WAV file around 16-bit little-endian PCM of 16 kHz, one channel. */
export function buildWav(pcm: Uint8Array): Uint8Array {
  const file = new Uint8Array(HEADER_BYTES + pcm.length);
  const view = new DataView(file.buffer);
  const put = (at: number, text: string) => {
    for (let i = 0; i < text.length; i++) file[at + i] = text.charCodeAt(i);
  };
  put(0, "RIFF");
  view.setUint32(4, HEADER_BYTES - 8 + pcm.length, true);
  put(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, FORMAT_PCM, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, SAMPLE_RATE_HZ, true);
  view.setUint32(28, SAMPLE_RATE_HZ * BYTES_PER_SAMPLE, true);
  view.setUint16(32, BYTES_PER_SAMPLE, true);
  view.setUint16(34, 16, true);
  put(36, "data");
  view.setUint32(40, pcm.length, true);
  file.set(pcm, HEADER_BYTES);
  return file;
}
