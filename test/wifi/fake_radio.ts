/** A radio that does nothing by itself: the test says what happens on the air. */
import type { Radio, RadioCallbacks } from "../../src/board/radio";
import { encodeUtf8 } from "../../src/http/utf8";
import { textOf } from "../../src/store/ascii";

export class FakeRadio implements Radio {
  rssi = -60;
  readonly calls: string[] = [];
  readonly accessPoint = { ssid: "Monitor-0A1B2C", ip: "192.168.4.1", clients: 1, up: true };
  callbacks!: RadioCallbacks;
  refuses_scan = false;

  start(callbacks: RadioCallbacks): void {
    this.callbacks = callbacks;
  }
  join(ssid: Uint8Array, passphrase: string): void {
    this.calls.push(`join ${textOf(ssid)} ${passphrase}`);
  }
  leave(): void {
    this.calls.push("leave");
  }
  scan(): void {
    if (this.refuses_scan) throw new Error("busy");
    this.calls.push("scan");
  }
  stop(): void {
    this.calls.push("stop");
  }
}

export const bytes = encodeUtf8;
