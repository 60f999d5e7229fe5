import type { NativeRadioOptions } from "dg/radio";
import { chip } from "./state";

export default class ChipRadio {
  readonly rssi = 0;
  readonly up = true;
  readonly ip = "192.168.4.1";
  readonly clients = 1;
  constructor({ ssid, passphrase, channel }: NativeRadioOptions) {
    if (chip.radio_fault !== "") throw new Error(chip.radio_fault);
    chip.asked.push(["radio", ssid, passphrase, channel]);
  }
  join(): void {}
  leave(): void {}
  scan(): void {}
  close(): void {}
}

export function startNetworkStack(): void {
  chip.network_stack = true;
}
