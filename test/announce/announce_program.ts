/** A day in the life of the announcer, told as JSON lines; runs on Node and on XS, where the answer must be the same. */
import { Announcer } from "../../src/announce/announcer";
import { buildWav } from "../../src/announce/wav";
import { asciiJson } from "../../src/store/ascii";
import { ManualTimers } from "../http/manual_timers";
import { fakeSpeaker } from "./fake_speaker";
import { MemoryCard } from "./memory_card";

const JPEG = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xd9]);
const SOUND = buildWav(Uint8Array.from({ length: 64_000 }, (_, i) => (i % 2 === 0 ? 0 : i % 64 < 32 ? 0x20 : 0xe0)));

export async function play(): Promise<string> {
  const lines: string[] = [];
  const tell = (what: string, value: unknown) => lines.push(`${what} ${asciiJson(value)}`);
  const settle = async () => {
    for (let i = 0; i < 500; i++) await null;
  };
  const timers = new ManualTimers();
  const card = new MemoryCard();
  const speaker = fakeSpeaker();
  card.files.set("km_yawning.wav", SOUND);
  card.files.set("km_drowsy.wav", SOUND.subarray(0, 100));
  const announcer = new Announcer(
    {
      timers,
      card,
      AudioOut: speaker.AudioOut,
      clip: () => SOUND,
      snapshot: () => Promise.resolve(JPEG),
      onAlert: (alert) => tell("alert", alert),
      log: (line) => tell("log", line),
    },
    "en",
    false,
  );
  await announcer.start();
  tell("start", announcer.state);
  const reasons = ["drowsy", "microsleep", "yawning", "head_nod", "no_driver"] as const;
  for (const [i, reason] of reasons.entries()) {
    announcer.announce({ reason, risk: i / 7, perclos: i / 9, uptime_ms: timers.now_ms() });
    speaker.outputs.at(-1)?.options.onWritable(1_000_000);
    timers.advance(500 * i);
    await settle();
    tell("card", announcer.card);
  }
  timers.advance(10_000);
  announcer.configure("km", false);
  for (const reason of [2, 0, -5, 99]) {
    const test = announcer.test(reason);
    speaker.outputs.at(-1)!.options.onWritable(1_000_000);
    timers.advance(300);
    tell("test", await test);
  }
  card.broken = "card error EIO";
  speaker.fault = "no such device";
  announcer.announce({ reason: "microsleep", risk: Number.NaN, perclos: 2, uptime_ms: 1 });
  await settle();
  tell("broken", [announcer.state, announcer.card]);
  card.broken = null;
  tell("page", await announcer.captures.page(1, 3));
  tell("cleared", await announcer.captures.clear());
  for (const { options, calls } of speaker.outputs) tell("output", [options.name, calls]);
  return lines.join("\n");
}
