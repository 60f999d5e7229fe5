import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ClipName, Clips } from "../../src/announce/clips";
import { warningTone } from "../../src/announce/tone";
import { buildWav, CLIP_FILE_MAX_BYTES, duration_s, parseWav, SAMPLE_RATE_HZ } from "../../src/announce/wav";
import { measure, samplesOf } from "../../tools/clips/measure";
import { MemoryCard } from "./memory_card";

const builtin = (name: ClipName) => readFileSync(join(__dirname, "../../src/announce/clips", name));

const own = buildWav(Uint8Array.from({ length: 3200 }, (_, i) => (i % 2 === 0 ? 0 : i % 64 < 32 ? 0x20 : 0xe0)));

async function clipsWith(files: Record<string, Uint8Array>): Promise<Clips> {
  const card = new MemoryCard();
  for (const [name, file] of Object.entries(files)) card.files.set(name, file);
  const clips = new Clips(builtin);
  await clips.load(card);
  return clips;
}

describe("a clip", () => {
  test("is the built-in one in the language asked for", () => {
    const clips = new Clips(builtin);
    for (const lang of ["en", "km"] as const) {
      const clip = clips.find(lang, "yawning");
      expect(clip.source).toBe("embedded");
      expect(Buffer.from(clip.pcm).equals(parseWav(builtin(`${lang}_yawning.wav`)))).toBe(true);
    }
  });

  test("on the card replaces the built-in one, for its language and reason alone", async () => {
    const clips = await clipsWith({ "km_drowsy.wav": own });
    expect(clips.find("km", "drowsy")).toEqual({ name: "km_drowsy.wav", source: "sdcard", pcm: parseWav(own) });
    expect(clips.find("en", "drowsy").source).toBe("embedded");
    expect(clips.sources()).toEqual({
      en: {
        drowsy: "embedded",
        microsleep: "embedded",
        yawning: "embedded",
        head_nod: "embedded",
        no_driver: "embedded",
      },
      km: {
        drowsy: "sdcard",
        microsleep: "embedded",
        yawning: "embedded",
        head_nod: "embedded",
        no_driver: "embedded",
      },
    });
    expect(clips.refused.size).toBe(0);
  });

  test.each<[string, Uint8Array, string]>([
    ["is cut short", own.subarray(0, 1000), "truncated"],
    ["is an MP3", Uint8Array.from([0x49, 0x44, 0x33, 3, 0, 0, 0, 0, 0, 0, 0, 0]), "not a WAV file"],
    ["is empty", new Uint8Array(0), "not a WAV file"],
    ["has another rate", Uint8Array.from(own, (byte, i) => (i === 25 ? 0xac : byte)), `${0xac80} Hz, must be 16000`],
    [
      "is huge",
      new Uint8Array(CLIP_FILE_MAX_BYTES + 1),
      `${CLIP_FILE_MAX_BYTES + 1} bytes, at most ${CLIP_FILE_MAX_BYTES}`,
    ],
  ])("that %s on the card gives way to the built-in one and says why", async (_what, file, reason) => {
    const clips = await clipsWith({ "en_head_nod.wav": file, "en_drowsy.wav": own });
    expect(clips.find("en", "head_nod").source).toBe("embedded");
    expect([...clips.refused]).toEqual([["en_head_nod.wav", reason]]);
    expect(clips.find("en", "drowsy").source).toBe("sdcard");
  });

  test("is still there when the card goes away after it was read", async () => {
    const card = new MemoryCard();
    card.files.set("en_drowsy.wav", own);
    const clips = new Clips(builtin);
    await clips.load(card);
    card.present = false;
    expect(clips.find("en", "drowsy").source).toBe("sdcard");
  });

  test("is the warning tone only where no file can be played at all", async () => {
    const clips = new Clips((name) => {
      if (name === "en_drowsy.wav") throw new Error("no such asset");
      if (name === "en_yawning.wav") return builtin(name).subarray(0, 500);
      return builtin(name);
    });
    expect(clips.find("en", "drowsy")).toEqual({ name: "en_drowsy.wav", source: "tone", pcm: warningTone() });
    expect(clips.find("en", "yawning").source).toBe("tone");
    expect(clips.find("en", "microsleep").source).toBe("embedded");
    expect(clips.sources().en.drowsy).toBe("tone");
  });
});

test("the warning tone has the amplitude of the document and passes as a clip", () => {
  const pcm = parseWav(buildWav(warningTone()));
  expect(duration_s(pcm.length)).toBe(1.2);
  expect(10 ** (measure(samplesOf(pcm)).peak_db / 20)).toBeCloseTo(0.35, 3);
  expect(SAMPLE_RATE_HZ).toBe(16_000);
});
