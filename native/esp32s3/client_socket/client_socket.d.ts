/** `dg/client_socket`: outgoing TCP and TLS by esp-tls, each in a task of its own, behind the class pattern of ECMA-419. */
import type { ClientSocketOptions } from "../../../src/board/client_socket";

/**
 * Exactly the Board's ClientSocket. Receive and send buffers of 4096 bytes each in external RAM. Connecting may take 10 s,
 * TLS included (then TCP_TIMEOUT). At most 3 at a time, those that are still sending what was written before `close` counted in.
 */
export default class NativeClientSocket {
  /** Throws where there is no memory, or 3 exist. */
  constructor(options: ClientSocketOptions);
  read(): ArrayBuffer | undefined;
  /** Copies; throws for more than the room that is left. Returns that room. */
  write(bytes: Uint8Array): number | undefined;
  close(): void;
}
