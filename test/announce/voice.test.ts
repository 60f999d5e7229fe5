import type { Clip } from "../../src/announce/clips";
import type { ReasonToken } from "../../src/announce/reasons";
import { urgencyOf, Voice } from "../../src/announce/voice";
import { ManualTimers } from "../http/manual_timers";
import { fakeSpeaker } from "./fake_speaker";

/** One second of numbered bytes. */
const clip = (token: ReasonToken, bytes = 32_000): Clip => ({
  name: `en_${token}.wav`,
  source: "embedded",
  pcm: Uint8Array.from({ length: bytes }, (_, i) => i % 251),
});

function rig() {
  const timers = new ManualTimers();
  const speaker = fakeSpeaker();
  const faults: string[] = [];
  const voice = new Voice(speaker.AudioOut, timers, (reason) => faults.push(reason));
  const say = (token: ReasonToken) => voice.alert(clip(token), urgencyOf(token));
  const said = () => speaker.outputs.map(({ options }) => options.name);
  /** The speaker takes everything at once, then the clip runs out. */
  const hear = () => {
    speaker.outputs.at(-1)!.options.onWritable(1_000_000);
    timers.advance(2000);
  };
  return { timers, speaker, voice, say, said, hear, faults };
}

describe("a clip on its way to the speaker", () => {
  test("is written in whole samples, never more than there is room for, and closed when it was heard", () => {
    const { timers, speaker, say } = rig();
    say("drowsy");
    const [output] = speaker.outputs;
    expect(output!.options).toMatchObject({ audioType: "LPCM", sampleRate: 16_000, channels: 1, bitsPerSample: 16 });
    expect(output!.calls).toEqual(["start"]);
    for (const room of [1, 0, 101, 20_000, 20_000]) output!.options.onWritable(room);
    expect(output!.calls).toEqual(["start", "write 100", "write 20000", "write 11900"]);
    expect(Uint8Array.from(output!.written)).toEqual(clip("drowsy").pcm);
    timers.advance(1000);
    expect(output!.calls.at(-1)).not.toBe("close");
    timers.advance(1000);
    expect(output!.calls.slice(-1)).toEqual(["close"]);
    expect(output!.calls).not.toContain("stop");
    output!.options.onWritable(1000);
    expect(output!.calls.at(-1)).toBe("close");
    expect(timers.count).toBe(0);
  });

  test("is given up when the speaker takes no samples", () => {
    const { timers, speaker, voice, say } = rig();
    say("drowsy");
    timers.advance(3000);
    expect(voice.error).toBe("the speaker takes no samples");
    expect(speaker.outputs[0]!.calls).toEqual(["start", "close"]);
    expect(timers.count).toBe(0);
  });
});

describe("the voice", () => {
  test.each<[ReasonToken, ReasonToken]>([
    ["drowsy", "microsleep"],
    ["head_nod", "microsleep"],
    ["no_driver", "drowsy"],
    ["yawning", "head_nod"],
    ["microsleep", "microsleep"],
  ])("cuts %s for %s", (running, newer) => {
    const { speaker, say, said } = rig();
    say(running);
    speaker.outputs[0]!.options.onWritable(1000);
    say(newer);
    expect(speaker.outputs[0]!.calls).toEqual(["start", "write 1000", "stop", "close"]);
    expect(said()).toEqual([`en_${running}.wav`, `en_${newer}.wav`]);
  });

  test("lets microsleep finish and then says the most urgent of what came meanwhile, once", () => {
    const { say, said, hear, timers } = rig();
    say("microsleep");
    say("drowsy");
    say("head_nod");
    say("no_driver");
    expect(said()).toEqual(["en_microsleep.wav"]);
    hear();
    expect(said()).toEqual(["en_microsleep.wav", "en_head_nod.wav"]);
    hear();
    expect(said()).toHaveLength(2);
    expect(timers.count).toBe(0);
  });

  test("says nothing while muted, cuts itself when muted, and forgets what waited", () => {
    const { speaker, voice, say, said } = rig();
    say("microsleep");
    say("drowsy");
    voice.mute(true);
    expect(speaker.outputs[0]!.calls).toEqual(["start", "stop", "close"]);
    say("microsleep");
    voice.mute(false);
    expect(said()).toEqual(["en_microsleep.wav"]);
    say("yawning");
    expect(said()).toEqual(["en_microsleep.wav", "en_yawning.wav"]);
  });

  test("without a speaker stays quiet without an error", async () => {
    const voice = new Voice(null, new ManualTimers(), () => {});
    voice.alert(clip("drowsy"), urgencyOf("drowsy"));
    expect(await voice.test(clip("drowsy"))).toBe(false);
    expect(voice.error).toBe("");
  });

  test("names what broke, goes on with what waits, and forgets the fault when the speaker works again", () => {
    const { speaker, voice, say, hear, said, faults } = rig();
    speaker.fault = "no such device";
    say("drowsy");
    expect(voice.error).toBe("no such device");
    speaker.fault = null;
    speaker.start_fault = "can't enable";
    say("drowsy");
    expect(voice.error).toBe("can't enable");
    expect(speaker.outputs.at(-1)!.calls).toEqual(["start", "close"]);
    speaker.start_fault = null;
    say("microsleep");
    say("drowsy");
    speaker.outputs.at(-1)!.options.onError!("unplugged");
    expect(voice.error).toBe("unplugged");
    expect(said().slice(-2)).toEqual(["en_microsleep.wav", "en_drowsy.wav"]);
    hear();
    expect(voice.error).toBe("");
    expect(faults).toEqual(["no such device", "can't enable", "unplugged"]);
  });
});

describe("a clip that somebody asked to hear", () => {
  test("counts as played once the speaker has taken it for a quarter of a second", async () => {
    const { speaker, voice, timers } = rig();
    const played = voice.test(clip("drowsy"));
    speaker.outputs[0]!.options.onWritable(8000);
    timers.advance(250);
    expect(await played).toBe(true);
  });

  test("counts as not played where the speaker fails first", async () => {
    const { speaker, voice } = rig();
    const played = voice.test(clip("drowsy"));
    speaker.outputs[0]!.options.onWritable(8000);
    speaker.outputs[0]!.options.onError!("aplay ended with 1");
    expect(await played).toBe(false);
    expect(voice.error).toBe("aplay ended with 1");
    speaker.fault = "gone";
    expect(await voice.test(clip("drowsy"))).toBe(false);
  });

  test("is not played while muted or while an alert speaks, and gives way to an alert", async () => {
    const { speaker, voice, say, said } = rig();
    voice.mute(true);
    expect(await voice.test(clip("drowsy"))).toBe(false);
    voice.mute(false);
    const first = voice.test(clip("yawning"));
    const second = voice.test(clip("head_nod"));
    expect(await first).toBe(false);
    say("no_driver");
    expect(await second).toBe(false);
    expect(await voice.test(clip("drowsy"))).toBe(false);
    expect(said()).toEqual(["en_yawning.wav", "en_head_nod.wav", "en_no_driver.wav"]);
    expect(speaker.outputs.at(-1)!.calls).toEqual(["start"]);
  });
});
