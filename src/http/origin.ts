/**
 * Whether a request with this `Origin` comes from a page of the host it was sent to. Compares host and port with what
 * the browser asked for (`Host`), not with the bound port: behind a port mapping those two differ.
 * `null`, a foreign scheme and anything malformed are foreign.
 */
export function isSameOrigin(origin: string, host: string): boolean {
  const parts = /^(https?):\/\/([^/]+)$/.exec(origin.toLowerCase());
  if (!parts) return false;
  const port = parts[1] === "https" ? ":443" : ":80";
  return withoutPort(parts[2]!, port) === withoutPort(host, port);
}

const withoutPort = (authority: string, port: string) =>
  authority.endsWith(port) ? authority.slice(0, -port.length) : authority;

/** Endings that no name of the public internet has. [RFC 6761, 6762, 8375; `internal`, `home`, `lan`, `localdomain` are not delegated] */
const LOCAL_ENDINGS = [".localhost", ".local", ".home.arpa", ".internal", ".home", ".lan", ".localdomain"];

/**
 * Whether `Host` names a machine of the own network: an address, a bare name, or one with an ending of local networks.
 * A public name that was made to point at us (DNS rebinding) shows here, and its page would count as our own.
 */
export function isLocalName(authority: string): boolean {
  if (authority.startsWith("[")) return true;
  const name = authority.toLowerCase().replace(/:\d*$/, "").replace(/\.$/, "");
  return (
    !name.includes(".") || /^\d{1,3}(\.\d{1,3}){3}$/.test(name) || LOCAL_ENDINGS.some((ending) => name.endsWith(ending))
  );
}
