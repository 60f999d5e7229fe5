import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clip } from "../../../../src/announce/clips";
import { Voice } from "../../../../src/announce/voice";
import { parseWav } from "../../../../src/announce/wav";
import { hostSpeaker, isSpeaker } from "../../../../src/boards/host/speaker/speaker";
import { HEARD_LOG, type Heard, wavSpeaker } from "../../../../src/boards/host/speaker/wav";
import { hostTimers } from "../../../../src/boards/host/timers";
import { until } from "./until";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "drowsyguard-speaker-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** A loud clip of `seconds` whose samples are all different in a row. */
function clip(seconds: number): Clip {
  const samples = new Int16Array(seconds * 16_000).map((_, i) => ((i * 37) % 20_000) - 10_000);
  return { name: "en_microsleep.wav", source: "embedded", pcm: new Uint8Array(samples.buffer) };
}

const heard = (): Heard[] =>
  readFileSync(join(dir, HEARD_LOG), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("a speaker that keeps what would be heard", () => {
  test("writes a clip that was played to its end, sample by sample, with the times of the unit", async () => {
    const voice = new Voice(wavSpeaker(dir, hostTimers.now_ms), hostTimers, () => {});
    const before = hostTimers.now_ms();
    voice.alert(clip(0.6), 1);
    await until(() => readdirSync(dir).includes(HEARD_LOG));
    const [line] = heard();
    expect(line).toMatchObject({
      file: "0001_en_microsleep.wav",
      clip: "en_microsleep.wav",
      duration_s: 0.6,
      cut: false,
    });
    expect(line!.start_ms).toBeGreaterThanOrEqual(Math.floor(before));
    expect(line!.end_ms - line!.start_ms).toBeGreaterThanOrEqual(599);
    expect(Buffer.from(parseWav(readFileSync(join(dir, line!.file)))).equals(clip(0.6).pcm)).toBe(true);
    expect(voice.error).toBe("");
    expect(readdirSync(dir).sort()).toEqual(["0001_en_microsleep.wav", HEARD_LOG]);
  });

  test("writes as much of a cut clip as was heard, and numbers go on after those in the folder", async () => {
    writeFileSync(join(dir, "0041_en_drowsy.wav"), "");
    const voice = new Voice(wavSpeaker(dir, hostTimers.now_ms), hostTimers, () => {});
    const whole = clip(5);
    expect(await voice.test(whole)).toBe(true);
    voice.silence();
    const [line] = heard();
    expect(line).toMatchObject({ file: "0042_en_microsleep.wav", cut: true });
    const pcm = parseWav(readFileSync(join(dir, line!.file)));
    expect(pcm.length).toBeGreaterThanOrEqual(0.24 * 32_000);
    expect(pcm.length).toBeLessThan(whole.pcm.length);
    expect(Buffer.from(pcm).equals(whole.pcm.subarray(0, pcm.length))).toBe(true);
  });

  test("says what is wrong with its folder", async () => {
    writeFileSync(join(dir, "file"), "");
    const voice = new Voice(wavSpeaker(join(dir, "file"), hostTimers.now_ms), hostTimers, () => {});
    expect(await voice.test(clip(1))).toBe(false);
    expect(voice.error).toMatch(/EEXIST|ENOTDIR/);
  });

  test("says so where its folder vanished while it played", async () => {
    const voice = new Voice(wavSpeaker(join(dir, "gone"), hostTimers.now_ms), hostTimers, () => {});
    voice.alert(clip(0.1), 1);
    rmSync(join(dir, "gone"), { recursive: true });
    await until(() => voice.error !== "");
    expect(voice.error).toMatch(/ENOENT/);
  });
});

describe("the choice of a speaker", () => {
  test("knows none, default and wav:DIR", () => {
    expect(["none", "default", "wav:x"].every(isSpeaker)).toBe(true);
    expect(hostSpeaker("none", hostTimers.now_ms)).toBeNull();
    expect(hostSpeaker(`wav:${dir}`, hostTimers.now_ms)).not.toBeNull();
    expect(hostSpeaker("default", hostTimers.now_ms)).not.toBeNull();
  });

  test.each(["", "wav:", "loud", "None"])("refuses '%s'", (choice) => {
    expect(isSpeaker(choice)).toBe(false);
    expect(() => hostSpeaker(choice, hostTimers.now_ms)).toThrow(
      `the speaker must be none, wav:DIR or default, not '${choice}'`,
    );
  });
});
