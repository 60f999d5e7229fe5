/** The unit's program on the board. */
import { Unit } from "../../unit";
import { createBoard, type Esp32S3Board } from "./board";
import { boardCodec } from "./codec";

/** [unit document: two HTTP servers] */
const CONTROL_PORT = 80;
const STREAM_PORT = 81;
/** A unit that cannot start says why, long enough to be read, and tries again. */
const AGAIN_MS = 10_000;

/** Makes the unit and starts it. It runs until the power goes or it reboots. */
export function startUnit({ board }: Esp32S3Board = createBoard()): void {
  const log = board.log.module("unit");
  try {
    const unit = new Unit(board, {
      control_port: CONTROL_PORT,
      stream_port: STREAM_PORT,
      settings: {},
      codec: boardCodec(),
    });
    unit.start();
    const { ssid, ip, up } = unit.wifi.accessPoint;
    log(
      "info",
      up ? `ready: access point ${ssid}, http://${ip}, stream http://${ip}:${STREAM_PORT}` : "ready, without a network",
    );
  } catch (error) {
    log(
      "error",
      `cannot start: ${error instanceof Error ? error.message : String(error)}; again in ${AGAIN_MS / 1000} s`,
    );
    board.timers.set(() => board.reboot(), AGAIN_MS);
  }
}
