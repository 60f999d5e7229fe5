import { spawn } from "node:child_process";
import { pcmOfWav, SAMPLES_PER_S } from "./pcm";

export interface Voice {
  readonly language: string;
  readonly speaker: "bot" | "caller";
}

/** Makes a text heard. Null where it cannot be: no synthesiser, or none for the language. */
export interface Synthesiser {
  speak(text: string, voice: Voice, duration_ms: number): Promise<Int16Array | null>;
}

export interface EspeakOptions {
  /** Default `espeak-ng`, found on the path. */
  readonly command?: string;
  /** A child that takes longer is ended. */
  readonly timeout_ms?: number;
  /** Children at a time: recordings must not take the machine from the calls. */
  readonly parallel?: number;
  /** Spoken texts are kept up to here: a campaign says the same to everybody. */
  readonly cache_bytes?: number;
}

const NORMAL_WPM = 175;
const SLOWEST_WPM = 80;
const FASTEST_WPM = 450;
/** A minute and a half at the synthesiser's own rate: longer than the longest text that may be said. */
const MOST_BYTES = 16_000_000;
/** Tags that the synthesiser calls otherwise. */
const NAMES: Readonly<Record<string, string>> = { zh: "cmn", no: "nb" };

/**
 * Speech by espeak-ng, fitted into the time that the call gave it. The text goes in through standard input, so that
 * nothing in it can be taken for an option.
 */
export function espeak(options: EspeakOptions = {}): Synthesiser {
  const { command = "espeak-ng", timeout_ms = 5_000, parallel = 2, cache_bytes = 16_000_000 } = options;
  const cache = new Map<string, Int16Array>();
  let cached_bytes = 0;
  let running = 0;
  let missing = false;
  const waiting: (() => void)[] = [];

  async function once(text: string, { language, speaker }: Voice, wpm: number): Promise<Int16Array | null> {
    if (running >= parallel) await new Promise<void>((resolve) => waiting.push(resolve));
    running++;
    try {
      const primary = language.toLowerCase().split("-")[0] ?? "en";
      const voice = (NAMES[primary] ?? primary) + (speaker === "caller" ? "+f3" : "");
      const wav = missing
        ? null
        : await output(command, ["-v", voice, "-s", String(wpm), "--stdin", "--stdout"], text, timeout_ms);
      if (wav === "missing") missing = true;
      return wav === null || wav === "missing" ? null : pcmOfWav(wav);
    } finally {
      running--;
      waiting.shift()?.();
    }
  }

  function keep(key: string, samples: Int16Array): void {
    cache.set(key, samples);
    cached_bytes += samples.byteLength;
    for (const [oldest, old] of cache) {
      if (cached_bytes <= cache_bytes) break;
      cache.delete(oldest);
      cached_bytes -= old.byteLength;
    }
  }

  return {
    async speak(text, voice, duration_ms) {
      const key = JSON.stringify([voice.language, voice.speaker, duration_ms, text]);
      const known = cache.get(key);
      if (known !== undefined) return known;
      let samples = await once(text, voice, NORMAL_WPM);
      if (samples === null) return null;
      const ratio = (samples.length / SAMPLES_PER_S / duration_ms) * 1_000;
      if (ratio > 1.02 || ratio < 0.85) {
        const wpm = Math.round(Math.min(FASTEST_WPM, Math.max(SLOWEST_WPM, NORMAL_WPM * ratio)));
        samples = (await once(text, voice, wpm)) ?? samples;
      }
      keep(key, samples);
      return samples;
    },
  };
}

/** What a command writes. Null: it failed, took too long or wrote too much. */
function output(
  command: string,
  args: readonly string[],
  input: string,
  timeout_ms: number,
): Promise<Buffer | "missing" | null> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ["pipe", "pipe", "ignore"] });
    const chunks: Buffer[] = [];
    let bytes = 0;
    const timer = setTimeout(() => child.kill("SIGKILL"), timeout_ms);
    child.stdout.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MOST_BYTES) child.kill("SIGKILL");
      else chunks.push(chunk);
    });
    child.on("error", (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      resolve(error.code === "ENOENT" ? "missing" : null);
    });
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve(code === 0 ? Buffer.concat(chunks) : null);
    });
    // A child that ends before it has read everything is told by its exit code.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}
