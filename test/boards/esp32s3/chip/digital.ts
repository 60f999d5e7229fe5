import { chip } from "./state";

export default class Digital {
  static readonly InputPullUp = 1;
  constructor(options: object) {
    chip.asked.push(["digital", options]);
  }
  read = () => chip.button;
  close(): void {}
}
