import { join } from "node:path";
import { type Alert, Announcer, type AnnouncerParts } from "../../src/announce/announcer";
import type { ReasonToken } from "../../src/announce/reasons";
import { buildWav } from "../../src/announce/wav";
import { ManualTimers } from "../http/manual_timers";
import { runOnXs } from "../xs/run_on_xs";
import { play } from "./announce_program";
import { fakeSpeaker } from "./fake_speaker";
import { MemoryCard } from "./memory_card";

const JPEG = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xd9]);
const SOUND = buildWav(Uint8Array.from({ length: 64_000 }, (_, i) => (i % 2 === 0 ? 0 : i % 64 < 32 ? 0x20 : 0xe0)));

function rig(changed: Partial<AnnouncerParts> = {}) {
  const timers = new ManualTimers();
  const speaker = fakeSpeaker();
  const card = new MemoryCard();
  const steps: string[] = [];
  const alerts: Alert[] = [];
  const log: string[] = [];
  const parts: AnnouncerParts = {
    timers,
    card,
    AudioOut: speaker.AudioOut,
    clip: (name) => {
      steps.push(`voice ${name}`);
      return SOUND;
    },
    snapshot: () => {
      steps.push("capture");
      return Promise.resolve(JPEG);
    },
    onAlert: (alert) => {
      steps.push(`message ${alert.reason}`);
      alerts.push(alert);
    },
    log: (line) => log.push(line),
    ...changed,
  };
  const announcer = new Announcer(parts, "en", false);
  const announce = (reason: ReasonToken) => announcer.announce({ reason, risk: 0.5, perclos: 0.25, uptime_ms: 77 });
  const settle = async () => {
    for (let i = 0; i < 200; i++) await null;
  };
  return { announcer, announce, timers, speaker, card, steps, alerts, log, settle };
}

describe("an alert", () => {
  test("starts voice, capture and message before anything else happens, in this order, with one token", async () => {
    const { announcer, announce, steps, alerts, speaker, settle } = rig();
    announce("head_nod");
    expect(steps).toEqual(["voice en_head_nod.wav", "capture", "message head_nod"]);
    expect(speaker.outputs[0]!.calls).toEqual(["start"]);
    expect(alerts).toEqual([{ reason: "head_nod", risk: 0.5, perclos: 0.25, uptime_ms: 77, alert_count: 1 }]);
    await settle();
    expect(await announcer.captures.page(0, 24)).toMatchObject([{ reason: "head_nod", uptime_ms: 77 }]);
  });

  test("is counted by reason and in total, and the message carries the total", () => {
    const { announcer, announce, alerts } = rig();
    for (const reason of ["drowsy", "microsleep", "microsleep", "no_driver"] as const) announce(reason);
    expect(announcer.state.counts).toEqual({ drowsy: 1, microsleep: 2, yawning: 0, head_nod: 0, no_driver: 1 });
    expect(announcer.state.count).toBe(4);
    expect(alerts.map(({ alert_count }) => alert_count)).toEqual([1, 2, 3, 4]);
  });

  test("with a broken speaker is still stored and published, and the status says what broke", async () => {
    const { announcer, announce, speaker, alerts, settle } = rig();
    speaker.fault = "no such device";
    announce("drowsy");
    await settle();
    expect(announcer.card.stored).toBe(1);
    expect(alerts).toHaveLength(1);
    expect(announcer.state.clips.errors).toEqual({ speaker: "no such device" });
  });

  test("with a broken card is still spoken and published, and the card says what broke", async () => {
    const { announcer, announce, card, speaker, alerts, settle } = rig();
    card.present = false;
    announce("drowsy");
    await settle();
    expect(announcer.card).toMatchObject({ stored: 0, dropped: 1, error: "no card" });
    expect(speaker.outputs).toHaveLength(1);
    expect(alerts).toHaveLength(1);
  });

  test("whose message or picture throws is still spoken and stored, and the log says what broke", async () => {
    const failing = () => {
      throw new Error("the outbox is gone");
    };
    const { announcer, announce, speaker, log, settle } = rig({ onAlert: failing });
    announce("drowsy");
    await settle();
    expect([announcer.card.stored, speaker.outputs.length]).toEqual([1, 1]);
    expect(log).toEqual(["message of an alert failed: the outbox is gone"]);
    const blind = rig({ snapshot: failing });
    blind.announce("drowsy");
    expect([blind.alerts.length, blind.speaker.outputs.length]).toEqual([1, 1]);
    expect(blind.log).toEqual(["capture of an alert failed: the outbox is gone"]);
  });

  test("while muted is not spoken, but stored and published", async () => {
    const { announcer, announce, speaker, alerts, settle } = rig();
    announcer.configure("en", true);
    announce("drowsy");
    await settle();
    expect([speaker.outputs.length, announcer.card.stored, alerts.length]).toEqual([0, 1, 1]);
  });

  test("speaks the language in force", () => {
    const { announcer, announce, speaker } = rig();
    announcer.configure("km", false);
    announce("drowsy");
    expect(speaker.outputs[0]!.options.name).toBe("km_drowsy.wav");
  });
});

describe("the alert test", () => {
  test("plays and names the clip, and counts, stores and publishes nothing", async () => {
    const { announcer, speaker, timers, alerts, settle } = rig();
    const answer = announcer.test(1);
    speaker.outputs[0]!.options.onWritable(10_000);
    timers.advance(250);
    expect(await answer).toEqual({
      played: true,
      text: "Wake up! Wake up! Wake up!",
      reason: "microsleep",
      lang: "en",
      source: "embedded",
    });
    await settle();
    expect([announcer.state.count, announcer.card.stored, alerts.length]).toEqual([0, 0, 0]);
  });

  test("says so when nothing was heard", async () => {
    const { announcer } = rig({ AudioOut: null });
    expect(await announcer.test(0)).toMatchObject({ played: false, source: "embedded" });
  });
});

test("a refused file on the card shows in the status with its reason, cut to fit", async () => {
  const { announcer, card } = rig();
  card.files.set("en_drowsy.wav", new Uint8Array(3));
  await announcer.start();
  expect(announcer.state.clips.errors).toEqual({ "en_drowsy.wav": "not a WAV file" });
});

test("with everything wrong at once the alert group leaves the status most of its buffer", async () => {
  const { announcer, card, speaker } = rig();
  for (const lang of ["en", "km"]) {
    for (const token of ["drowsy", "microsleep", "yawning", "head_nod", "no_driver"]) {
      card.files.set(`${lang}_${token}.wav`, new Uint8Array(1_000_000));
    }
  }
  await announcer.start();
  speaker.fault = "x".repeat(1000);
  announcer.announce({ reason: "drowsy", risk: 0, perclos: 0, uptime_ms: 0 });
  expect(Object.keys(announcer.state.clips.errors!)).toHaveLength(11);
  expect(JSON.stringify(announcer.state).length).toBeLessThan(1600);
});

test("the announcer tells the same story on XS", async () => {
  const here = await play();
  expect(here.split("\n").length).toBeGreaterThan(20);
  expect(await runOnXs(join(__dirname, "announce_program.ts"))).toBe(here);
}, 30_000);
