/** The computer's own output, with players that every POSIX system has: they keep, fail, or hang instead of sounding. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clip } from "../../../../src/announce/clips";
import { Voice } from "../../../../src/announce/voice";
import { parseWav } from "../../../../src/announce/wav";
import { type Player, playerSpeaker } from "../../../../src/boards/host/speaker/player";
import { hostTimers } from "../../../../src/boards/host/timers";
import { until } from "./until";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "drowsyguard-player-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** Longer than a pipe holds, so that it is written in several turns. */
const samples = new Int16Array(3 * 16_000).map((_, i) => ((i * 37) % 20_000) - 10_000);
const CLIP: Clip = { name: "en_drowsy.wav", source: "embedded", pcm: new Uint8Array(samples.buffer) };

const shell = (script: string, input: Player["input"] = "samples"): Player => ({
  command: "sh",
  args: ["-c", script],
  input,
});

const clipFolders = () => readdirSync(tmpdir()).filter((name) => name.startsWith("drowsyguard-clip-"));

describe("a player program", () => {
  test("gets every sample on its standard input", async () => {
    const kept = join(dir, "kept");
    const voice = new Voice(playerSpeaker(shell(`cat > ${kept}`)), hostTimers, () => {});
    expect(await voice.test(CLIP)).toBe(true);
    await until(() => readFileSync(kept).length === CLIP.pcm.length);
    expect(readFileSync(kept).equals(Buffer.from(CLIP.pcm))).toBe(true);
    expect(voice.error).toBe("");
    voice.silence();
  });

  test("that takes files gets the whole clip as a WAV, which is gone afterwards", async () => {
    const kept = join(dir, "kept.wav");
    const before = clipFolders();
    const player = shell(`cp "$CLIP_FILE" ${kept}.part && mv ${kept}.part ${kept}`, "file");
    const voice = new Voice(playerSpeaker(player), hostTimers, () => {});
    expect(await voice.test(CLIP)).toBe(true);
    await until(() => existsSync(kept));
    expect(Buffer.from(parseWav(readFileSync(kept))).equals(Buffer.from(CLIP.pcm))).toBe(true);
    await until(() => clipFolders().length <= before.length);
    voice.silence();
  });

  test("is ended when the clip is cut", async () => {
    const ended = join(dir, "ended");
    const voice = new Voice(
      playerSpeaker(shell(`trap 'echo > ${ended}; exit' TERM; while :; do sleep 0.1; done`)),
      hostTimers,
      () => {},
    );
    expect(await voice.test(CLIP)).toBe(true);
    voice.silence();
    await until(() => existsSync(ended));
    expect(voice.error).toBe("");
  });

  test("that fails is named with what it said", async () => {
    const voice = new Voice(
      playerSpeaker(shell("echo 'audio open error: No such device' >&2; exit 1")),
      hostTimers,
      () => {},
    );
    expect(await voice.test(CLIP)).toBe(false);
    expect(voice.error).toBe("sh ended with 1: audio open error: No such device");
  });

  test("that is not there is named", async () => {
    const missing: Player = { command: "no-such-player", args: [], input: "samples" };
    const voice = new Voice(playerSpeaker(missing), hostTimers, () => {});
    expect(await voice.test(CLIP)).toBe(false);
    expect(voice.error).toMatch(/no-such-player/);
    const none = new Voice(playerSpeaker(null), hostTimers, () => {});
    expect(await none.test(CLIP)).toBe(false);
    expect(none.error).toMatch(/^no player found: install /);
  });
});
