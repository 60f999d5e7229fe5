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
