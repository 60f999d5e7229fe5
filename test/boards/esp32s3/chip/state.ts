/** What the modules that stand in for the chip share: the test moves its clock, plays its camera, types and connects. */
import { ManualTimers } from "../../../http/manual_timers";
import type { MemoryNet } from "../../../http/memory_net";
import { MemoryStorage } from "../../../store/memory_storage";

export const chip = {
  timers: new ManualTimers(),
  /** One per port that somebody listens on. */
  nets: new Map<number, MemoryNet>(),
  storage: new MemoryStorage(),
  printed: "",
  typed: "",
  records: [] as ArrayBuffer[],
  /** What was asked of the native parts, in order. */
  asked: [] as unknown[][],
  onReadable: (_count: number): void => {},
  button: 1,
  /** Why the radio does not start; empty where it does. */
  radio_fault: "no radio: ESP_ERR_NOT_SUPPORTED",
  network_stack: false,
};
