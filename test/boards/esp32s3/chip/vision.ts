import type { NativeVisionOptions } from "dg/vision";
import { chip } from "./state";

export default class ChipVision {
  constructor({ source, detect_every, onReadable }: NativeVisionOptions) {
    chip.asked.push(["vision", source, detect_every]);
    chip.onReadable = onReadable;
  }
  read = () => chip.records.shift();
  setTrack = (...eyes: number[]) => void chip.asked.push(["track", ...eyes]);
  clearTrack(): void {}
  preview = (...wanted: number[]) => void chip.asked.push(["preview", ...wanted]);
  snapshot = () => false;
  close(): void {}
}
