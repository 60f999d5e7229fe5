/** The board's whole program on a chip that a script plays, written down: the same on every engine. */
import { startUnit } from "../../../src/boards/esp32s3/program";
import { get } from "../../http/fixture";
import { chip } from "./chip/state";
import { ALL_WELL, DETECTED, EYE, FACE, packRecord } from "./record";

const turns = async () => {
  for (let i = 0; i < 50; i++) await Promise.resolve();
};

async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 10) {
    chip.timers.advance(10);
    for (const net of chip.nets.values()) net.drain();
    await turns();
  }
}

/** A client that has asked; what it received grows. */
async function ask(path: string, port = 80): Promise<{ readonly text: string }> {
  const net = chip.nets.get(port)!;
  const peer = net.connect();
  peer.send(get(path));
  net.drain();
  await turns();
  net.drain();
  return peer;
}

/** A driver who watches the road at 10 frames a second. */
async function drive(seconds: number): Promise<void> {
  for (let frame = 0; frame < seconds * 10; frame++) {
    const looked = frame % 3 === 0;
    chip.records.push(
      packRecord({
        t_ms: chip.timers.now_ms(),
        flags: ALL_WELL | EYE | (looked ? DETECTED : 0),
        side: frame % 2,
        image: [110, 4, 240, 6],
        closed_256: 8,
        detect_tenths: 441,
        eye_hundredths: 1103,
        roi: [8000, 8000, 3750],
        faces: looked ? [FACE] : [],
      }),
    );
    chip.onReadable(1);
    await pass(100);
  }
}

async function type(line: string): Promise<void> {
  chip.typed = `${line}\r`;
  await pass(100);
}

export async function play(): Promise<string> {
  startUnit();
  await drive(7);
  const status = await ask("/api/status");
  const page = await ask("/");
  const frame = await ask("/frame", 81);
  await pass(3000);
  await type("status");
  await type("trace on");
  await drive(0.5);
  await type("trace off");
  chip.records.push(packRecord({ t_ms: chip.timers.now_ms(), health: 1, flags: 0 }));
  chip.onReadable(1);
  await type("reboot");
  // As the engine does before the chip restarts.
  const { abort } = globalThis as unknown as { abort(status: string, exception: unknown): void };
  abort("memory full", undefined);
  abort("unhandled exception", Object.defineProperty(new Error("no such frame"), "stack", { value: "at here" }));
  const [printed, asked] = [chip.printed, chip.asked];
  return JSON.stringify({ printed, asked, status: status.text, page: page.text, frame: frame.text });
}
