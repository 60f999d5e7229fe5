import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { espeak, type Synthesiser } from "../../../src/voice/recording/espeak";
import { pcmOfWav, samplesOf } from "../../../src/voice/recording/pcm";
import { planOf } from "../../../src/voice/recording/plan_of_call";
import { keyTones } from "../../../src/voice/recording/tones";
import { writeRecording } from "../../../src/voice/recording/write";
import { graph, hangup, keys, play, silence, speech } from "../../runtime/support";

const mute: Synthesiser = { speak: async () => null };
const hasEspeak = spawnSync("espeak-ng", ["--version"]).status === 0;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "recording-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const question = graph([
  { id: "hello", type: "say", text: "Good morning, this is the library.", next: "q" },
  {
    id: "q",
    type: "ask",
    text: "Do you want to keep the book?",
    listen: { mode: "either", timeout_s: 3 },
    branches: [
      { intent: "yes", next: "bye" },
      { digits: "1", next: "bye" },
    ],
    retries: 3,
    no_match: "bye",
    no_input: "bye",
  },
  hangup,
]);

async function record(
  name: string,
  synthesiser: Synthesiser,
  replies = [silence, keys("5"), { kind: "mumble", after_ms: 300 } as const, speech("yes")],
) {
  const { trace, result } = await play(question, {
    reactions: [{ kind: "hear" }, { kind: "hear" }, { kind: "barge_in", after_ms: 400 }],
    replies,
  });
  const plan = planOf(trace, "en");
  const path = join(folder, name);
  await writeRecording(path, plan, synthesiser);
  const wav = readFileSync(path);
  return { trace, result, plan, wav, samples: pcmOfWav(wav) ?? new Int16Array() };
}

/** How loud a stretch is: the mean of the absolute values. */
const loudness = (samples: Int16Array, from_ms: number, to_ms: number) => {
  const part = samples.subarray(samplesOf(from_ms), samplesOf(to_ms));
  return part.reduce((sum, value) => sum + Math.abs(value), 0) / Math.max(1, part.length);
};

test("a recording is a WAV of telephone quality, as long as the call", async () => {
  const { wav, result } = await record("tones.wav", mute);
  expect(wav.toString("ascii", 0, 4)).toBe("RIFF");
  expect([wav.readUInt16LE(20), wav.readUInt16LE(22), wav.readUInt32LE(24), wav.readUInt16LE(34)]).toEqual([
    1, 1, 8000, 16,
  ]);
  expect(wav.length).toBe(44 + result.duration_ms * 16);
  expect(wav.readUInt32LE(40)).toBe(wav.length - 44);
});

test("where somebody speaks in the trace there is sound, and elsewhere none", async () => {
  const { samples, plan } = await record("timeline.wav", mute);
  expect(plan.segments.map(({ sound }) => (sound.kind === "speech" ? sound.speaker : sound.kind))).toEqual([
    "bot",
    "bot",
    "bot",
    "keys",
    "bot",
    "mumble",
    "bot",
    "caller",
    "bot",
  ]);
  let silent_from = 0;
  for (const { from_ms, to_ms } of plan.segments) {
    expect(loudness(samples, silent_from, from_ms)).toBe(0);
    expect(loudness(samples, from_ms, to_ms)).toBeGreaterThan(100);
    silent_from = to_ms;
  }
});

test("keys sound like keys: each has the two frequencies of its row and column", () => {
  const tone = keyTones("5", samplesOf(300));
  const power = (hz: number) => {
    let re = 0;
    let im = 0;
    for (const [i, value] of tone.entries()) {
      re += value * Math.cos((2 * Math.PI * hz * i) / 8000);
      im += value * Math.sin((2 * Math.PI * hz * i) / 8000);
    }
    return Math.hypot(re, im);
  };
  const others = [697, 852, 941, 1209, 1477].map(power);
  for (const hz of [770, 1336]) expect(power(hz)).toBeGreaterThan(5 * Math.max(...others));
});

(hasEspeak ? test : test.skip)("speech is spoken, and fits into the time that the call gave it", async () => {
  const { samples, plan } = await record("spoken.wav", espeak());
  const tones = await record("tones2.wav", mute);
  expect(samples.length).toBe(tones.samples.length);
  expect(Buffer.compare(Buffer.from(samples.buffer), Buffer.from(tones.samples.buffer))).not.toBe(0);
  for (const { from_ms, to_ms, sound } of plan.segments) {
    if (sound.kind !== "speech") continue;
    expect(loudness(samples, from_ms, to_ms)).toBeGreaterThan(100);
    // Not over long before its time either, unless it is very short.
    if (to_ms - from_ms > 1_500) expect(loudness(samples, from_ms, (from_ms + to_ms) / 2)).toBeGreaterThan(100);
  }
});

test("a synthesiser that is missing, broken, talkative or hanging costs the speech and not the recording", async () => {
  const script = join(folder, "synthesiser");
  const as = (body: string) => {
    writeFileSync(script, `#!/bin/sh\n${body}\n`, { mode: 0o755 });
    return espeak({ command: script, timeout_ms: 150 });
  };
  const voice = { language: "en", speaker: "bot" } as const;
  expect(await espeak({ command: join(folder, "nothing") }).speak("Hello", voice, 500)).toBeNull();
  expect(await as("exit 1").speak("Hello", voice, 500)).toBeNull();
  expect(await as("echo no wav").speak("Hello", voice, 500)).toBeNull();
  expect(await as("exec sleep 20").speak("Hello", voice, 500)).toBeNull();
  expect(await as("exec cat /dev/zero").speak("Hello", voice, 500)).toBeNull();
  const { samples, result } = await record("fallback.wav", as("exit 1"));
  expect(samples.length).toBe(result.duration_ms * 8);
});

test("what a text says is never an option of the synthesiser", async () => {
  const script = join(folder, "arguments");
  writeFileSync(script, `#!/bin/sh\necho "$@" > ${folder}/seen\n`, { mode: 0o755 });
  await espeak({ command: script }).speak("--path=/etc -f /etc/passwd", { language: "en-GB", speaker: "caller" }, 500);
  expect(readFileSync(join(folder, "seen"), "utf8").trim()).toBe("-v en+f3 -s 175 --stdin --stdout");
});

(hasEspeak ? test : test.skip)("the same sentence is spoken once, however often it is recorded", async () => {
  const script = join(folder, "counting");
  writeFileSync(script, `#!/bin/sh\necho x >> ${folder}/count\nexec espeak-ng "$@"\n`, { mode: 0o755 });
  const synthesiser = espeak({ command: script });
  const voice = { language: "en", speaker: "bot" } as const;
  await synthesiser.speak("Good morning.", voice, 900);
  const runs = readFileSync(join(folder, "count"), "utf8").length;
  await synthesiser.speak("Good morning.", voice, 900);
  expect(readFileSync(join(folder, "count"), "utf8").length).toBe(runs);
});

test("a recording that cannot be written leaves nothing behind", async () => {
  const failing: Synthesiser = { speak: () => Promise.reject(new Error("no voice")) };
  await expect(record("broken.wav", failing)).rejects.toThrow("no voice");
  expect(readdirSync(folder).filter((name) => name.includes("broken"))).toEqual([]);
  await expect(
    writeRecording(join(folder, "no", "where.wav"), { language: "en", duration_ms: 1, segments: [] }, mute),
  ).rejects.toThrow("ENOENT");
});
