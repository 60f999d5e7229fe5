/** A board on a serial port: written by its ROM loader, then heard and spoken to as a console. */
import { ESPLoader, type FlashFreqValues, type FlashModeValues, type FlashSizeValues, Transport } from "esptool-js";
import type { ImageDocument } from "../image_document";

/** What the loader is written at; USB-to-serial chips of such boards take it. */
const WRITE_BAUD = 460_800;
/** [native/esp32s3/console] */
const CONSOLE_BAUD = 115_200;
const CHIP = /ESP32-S3/;

export interface Watcher {
  /** Text as it comes. */
  onText(text: string): void;
  /** `share` of everything, 0-1. */
  onProgress(share: number): void;
}

export class Board {
  readonly #port: SerialPort;
  readonly #watcher: Watcher;
  #transport: Transport | null = null;

  constructor(port: SerialPort, watcher: Watcher) {
    this.#port = port;
    this.#watcher = watcher;
  }

  /** Writes all parts and starts the board. Rejects with what the loader says; nothing is written to another chip. */
  async write(image: ImageDocument, data: readonly Uint8Array[], erase: boolean): Promise<void> {
    const { onText, onProgress } = this.#watcher;
    const transport = new Transport(this.#port);
    this.#transport = transport;
    const terminal = { clean: () => {}, write: onText, writeLine: (line: string) => onText(`${line}\n`) };
    const loader = new ESPLoader({ transport, baudrate: WRITE_BAUD, terminal });
    try {
      const chip = await loader.main();
      if (!CHIP.test(chip)) throw new Error(`this is an ${chip}; the image is for an ESP32-S3`);
      const sizes = data.map(({ length }) => length);
      const all = sizes.reduce((sum, size) => sum + size, 0);
      await loader.writeFlash({
        fileArray: data.map((bytes, i) => ({ data: bytes, address: image.parts[i]!.address })),
        flashMode: image.settings.mode as FlashModeValues,
        flashFreq: image.settings.freq as FlashFreqValues,
        flashSize: image.settings.size as FlashSizeValues,
        eraseAll: erase,
        compress: true,
        reportProgress: (file, written, total) => {
          const before = sizes.slice(0, file).reduce((sum, size) => sum + size, 0);
          onProgress((before + (sizes[file]! * written) / total) / all);
        },
      });
      await loader.after("hard_reset");
    } finally {
      await this.close();
    }
  }

  /** Hands on what the board says until `close`. */
  async listen(): Promise<void> {
    const transport = new Transport(this.#port);
    this.#transport = transport;
    await transport.connect(CONSOLE_BAUD);
    // Both lines let go: neither reset nor BOOT is held.
    await transport.setDTR(false);
    await transport.setRTS(false);
    const decoder = new TextDecoder();
    await transport.rawRead(
      (bytes) => this.#watcher.onText(decoder.decode(bytes, { stream: true })),
      () => this.#transport !== transport,
    );
  }

  /** One line for the console. */
  async say(line: string): Promise<void> {
    const writer = this.#port.writable?.getWriter();
    if (!writer) return;
    try {
      await writer.write(new TextEncoder().encode(`${line}\r`));
    } finally {
      writer.releaseLock();
    }
  }

  async close(): Promise<void> {
    const transport = this.#transport;
    this.#transport = null;
    await transport?.disconnect().catch(() => {});
  }
}
