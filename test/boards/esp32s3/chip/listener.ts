import type { Listener, ListenerOptions, Tcp } from "../../../../src/board/net";
import { MemoryNet } from "../../../http/memory_net";
import { chip } from "./state";

/** As the SDK's: there must be a network stack before the first one. */
export default class ChipListener implements Listener {
  readonly #listener: Listener;

  constructor(options: ListenerOptions) {
    if (!chip.network_stack) throw new Error("no network");
    const net = new MemoryNet();
    chip.nets.set(options.port, net);
    this.#listener = new net.Listener(options);
  }
  get port(): number {
    return this.#listener.port;
  }
  read(): Tcp | undefined {
    return this.#listener.read();
  }
  close(): void {
    this.#listener.close();
  }
}
