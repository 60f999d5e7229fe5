/** What a driver does in each part, as movements. The figures follow the behaviour table that the monitor is held to. */
import type { Channel, Motion } from "./motion";
import { between, type Random } from "./random";
import type { Part, Stretch } from "./scenes";

/** How far a driver who left stands from the seat, and how long the way takes. */
export const AWAY_MM = 350;
const WAY_MS = 1800;

type Add = (channel: Channel, start: number, rise: number, hold: number, fall: number, amount: number) => void;

/** Movements of one stretch that starts at `start_ms` of its round. `door`: the side on which this driver gets out, -1 or 1. */
export function behave(stretch: Stretch, start_ms: number, door: number, rand: Random): Motion[] {
  const motions: Motion[] = [];
  const add: Add = (channel, at, rise_ms, hold_ms, fall_ms, amount) => {
    motions.push({ channel, start_ms: start_ms + at, rise_ms, hold_ms, fall_ms, amount });
  };
  PARTS[stretch.part](add, stretch.length_ms, rand, door);
  return motions;
}

const PARTS: Record<Part, (add: Add, length_ms: number, rand: Random, door: number) => void> = {
  alert,
  drowsy,
  microsleep,
  yawning,
  head_nod,
  leaves,
  returns,
  empty: () => {},
};

/** Blinks of 100-350 ms, 12-20 a minute; mirrors; a little talk. */
function alert(add: Add, length: number, rand: Random): void {
  blinks(add, between(rand, 400, 2600), length, rand);
  for (let at = between(rand, 3200, 6000); at < length - 1300; at += between(rand, 6000, 11000)) glance(add, at, rand);
  for (let at = between(rand, 2000, 9000); at < length - 3000; at += between(rand, 9000, 16000))
    talk(add, at, Math.min(length - 600, at + between(rand, 1500, 3200)), rand);
}

function blinks(add: Add, from: number, to: number, rand: Random): void {
  for (let at = from; at < to - 450; at += between(rand, 3100, 4900)) {
    const length = between(rand, 140, 320);
    add("lids", at, length * 0.32, length * 0.22, length * 0.46, 1);
    add("gaze_y", at, length * 0.4, length * 0.2, length * 0.4, 0.8);
  }
}

function glance(add: Add, at: number, rand: Random): void {
  const side = rand() < 0.5 ? -1 : 1;
  const yaw = between(rand, 14, 29);
  add("gaze_x", at - 120, 110, 460, 200, side * 3.2);
  add("yaw", at, 260, between(rand, 380, 480), 270, side * yaw);
  add("roll", at, 260, 400, 270, side * between(rand, -3, 4));
  add("pitch", at, 260, 400, 270, between(rand, -4, 2));
}

function talk(add: Add, from: number, to: number, rand: Random): void {
  for (let at = from; at < to; ) {
    const syllable = between(rand, 130, 240);
    add("mouth", at, syllable * 0.5, 0, syllable * 0.5, between(rand, 0.04, 0.2));
    at += syllable * between(rand, 0.85, 1.2);
  }
}

/** Slow blinks: shut 0.60-0.70 s of every 1.3-1.45 s, never for a second. */
function drowsy(add: Add, length: number, rand: Random): void {
  add("lids", 0, 700, length - 1300, 600, 0.2);
  add("pitch", 0, 1500, length - 2600, 1100, 4);
  for (let at = 300; at < length - 1100; ) {
    const shut = between(rand, 600, 690);
    add("lids", at, 110, shut, 140, 1);
    at += 110 + shut + 140 + between(rand, 430, 500);
  }
  for (let at = between(rand, 500, 2000); at < length - 2400; at += between(rand, 2500, 4500))
    add("roll", at, 900, 300, 800, between(rand, -5, 5));
}

/** One closure of three to four seconds, the head sinking a little. */
function microsleep(add: Add, _length: number, rand: Random): void {
  const shut = between(rand, 3050, 3450);
  add("lids", 300, 220, shut, 170, 1);
  add("pitch", 700, 1900, shut - 1900, 320, between(rand, 6, 9));
  add("roll", 900, 1800, shut - 1900, 320, between(rand, -4, 4));
  add("lids", 300 + shut + 800, 90, 60, 120, 1);
}

/** One yawn of four seconds; the eyes narrow but do not shut. */
function yawning(add: Add, _length: number, rand: Random): void {
  const wide = between(rand, 2900, 3300);
  add("mouth", 500, 750, wide, 650, between(rand, 0.9, 1));
  add("lids", 800, 700, wide - 300, 500, between(rand, 0.2, 0.3));
  add("lids", 500 + wide + 1650, 80, 60, 110, 1);
}

/** Three nods of 1.1-1.4 s: the head sinks, then snaps back; the lids heavy. */
function head_nod(add: Add, length: number, rand: Random): void {
  for (let at = 700; at < length - 1800; at += between(rand, 2300, 2500)) {
    const [sink, stay, snap] = [between(rand, 430, 540), between(rand, 280, 400), between(rand, 260, 320)];
    add("pitch", at, sink, stay, snap, between(rand, 20.5, 24));
    add("lids", at, sink, stay, snap, between(rand, 0.22, 0.32));
  }
}

/** Out of the frame through the door, and away until the part ends. */
function leaves(add: Add, length: number, _rand: Random, door: number): void {
  add("yaw", 100, 900, length - 1000, 1, door * 38);
  add("x", 200, WAY_MS, length - WAY_MS - 200, 1, door * AWAY_MM);
  add("y", 200, WAY_MS, length - WAY_MS - 200, 1, 20);
  add("roll", 200, WAY_MS, length - WAY_MS - 200, 1, door * 12);
}

/** Takes over where `leaves` let go, in the same millisecond. */
function returns(add: Add, length: number, rand: Random, door: number): void {
  add("yaw", 0, 1, 500, WAY_MS - 400, door * 38);
  add("x", 0, 1, 150, WAY_MS, door * AWAY_MM);
  add("y", 0, 1, 150, WAY_MS, 20);
  add("roll", 0, 1, 150, WAY_MS, door * 12);
  blinks(add, WAY_MS + 300, length, rand);
}
