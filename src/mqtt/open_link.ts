import type { ClientSocketConstructor } from "../board/client_socket";
import type { Link, LinkCallbacks } from "./link";
import { type MqttSettings, overTls, overWebSocket } from "./settings";
import { WebSocketLink } from "./websocket";

/** Opens a connection to the broker of `settings`. `random` gives bytes that nobody can guess. */
export function openLink(
  Socket: ClientSocketConstructor,
  random: (count: number) => Uint8Array,
  settings: MqttSettings,
  callbacks: LinkCallbacks,
): Link {
  const { host, port, transport, ws_path, ca_cert, tls_insecure } = settings;
  const address = { host, port, tls: overTls(transport) ? { ca_cert, verify: !tls_insecure } : null };
  if (overWebSocket(transport)) return new WebSocketLink(Socket, random, address, ws_path, callbacks);
  return new Socket({
    ...address,
    onReadable: (bytes) => callbacks.onReadable(bytes),
    onWritable: (bytes) => callbacks.onWritable(bytes),
    onError: (fault) => callbacks.onError(fault),
  });
}
