import type { ProblemFinding } from "../http/problem";
import { addressBytes, BadCidr, parseCidr } from "../net/address";
import type { TrunkDocument } from "./document";

export type TrunkFinding = ProblemFinding & { code: string; severity: "error" | "warning" };

/** A host name (RFC 1123), or an address. A name that ends with digits only would be a broken address. */
const HOST =
  /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*(?=[a-z0-9-]*[a-z])[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.?$/i;

/**
 * What a schema cannot say about a trunk document: names that point nowhere, entries that contradict each other.
 * @param has_password whether the gateway of this name will have a password once the document is stored
 */
export function validateTrunks(document: TrunkDocument, has_password: (name: string) => boolean): TrunkFinding[] {
  return [...gatewayFindings(document, has_password), ...aclFindings(document), ...routeFindings(document)];
}

function gatewayFindings({ gateways }: TrunkDocument, has_password: (name: string) => boolean): TrunkFinding[] {
  const findings: TrunkFinding[] = [];
  const seen = new Set<string>();
  for (const [i, gateway] of gateways.entries()) {
    const at = `/gateways/${i}`;
    const key = gateway.name.toLowerCase();
    if (seen.has(key))
      findings.push(error(`${at}/name`, "DUPLICATE_GATEWAY", `the name ${gateway.name} is there twice`));
    seen.add(key);
    if (addressBytes(gateway.host) === null && !HOST.test(gateway.host)) {
      findings.push(error(`${at}/host`, "BAD_HOST", "is neither a host name nor an address"));
    }
    const password = has_password(gateway.name);
    if (gateway.register && (gateway.username === null || !password)) {
      const missing = gateway.username === null ? "username" : "password";
      findings.push(
        error(`${at}/${missing}`, "REGISTRATION_NEEDS_LOGIN", `is needed to register with ${gateway.host}`),
      );
    } else if (gateway.username !== null && !password) {
      findings.push(warning(`${at}/password`, "NO_PASSWORD", "there is a username without a password"));
    } else if (gateway.username === null && password) {
      findings.push(warning(`${at}/username`, "NO_USERNAME", "there is a password without a username"));
    }
  }
  return findings;
}

function aclFindings({ acl }: TrunkDocument): TrunkFinding[] {
  const findings: TrunkFinding[] = [];
  const seen = new Set<string>();
  for (const [i, { cidr }] of acl.entries()) {
    const at = `/acl/${i}/cidr`;
    try {
      const range = parseCidr(cidr);
      const key = `${range.bytes.join(".")}/${range.prefix_bits}`;
      if (seen.has(key)) findings.push(error(at, "DUPLICATE_RANGE", "is there twice"));
      seen.add(key);
      if (range.prefix_bits === 0) findings.push(warning(at, "OPEN_TO_ALL", "lets everyone send calls in"));
      if (hostBits(range.bytes, range.prefix_bits)) {
        findings.push(warning(at, "HOST_BITS", `names one address and means all of its /${range.prefix_bits}`));
      }
    } catch (cause) {
      if (!(cause instanceof BadCidr)) throw cause;
      findings.push(error(at, "BAD_RANGE", "is not an address range such as 192.0.2.0/24"));
    }
  }
  return findings;
}

/** Whether an address has bits behind its prefix. */
function hostBits(bytes: readonly number[], prefix_bits: number): boolean {
  return bytes.some((byte, i) => (byte & (0xff >> Math.max(0, Math.min(8, prefix_bits - i * 8)))) !== 0);
}

function routeFindings({ gateways, prefix_routes }: TrunkDocument): TrunkFinding[] {
  const findings: TrunkFinding[] = [];
  const enabled = new Map(gateways.map(({ name, enabled }) => [name, enabled]));
  const routed = new Set<string>();
  const prefixes = new Set<string>();
  for (const [i, route] of prefix_routes.entries()) {
    const at = `/prefix_routes/${i}`;
    if (prefixes.has(route.prefix)) findings.push(error(`${at}/prefix`, "DUPLICATE_PREFIX", "is there twice"));
    prefixes.add(route.prefix);
    const here = new Set<string>();
    for (const [j, { name }] of route.gateways.entries()) {
      const where = `${at}/gateways/${j}/name`;
      if (!enabled.has(name)) findings.push(error(where, "UNKNOWN_GATEWAY", `there is no gateway ${name}`));
      else if (here.has(name)) findings.push(error(where, "REPEATED_GATEWAY", `${name} is in this route twice`));
      here.add(name);
      routed.add(name);
    }
    if (route.gateways.every(({ name }) => enabled.get(name) === false)) {
      findings.push(warning(`${at}/gateways`, "ALL_DISABLED", "all gateways of this route are disabled"));
    }
    if (route.strip > route.prefix.length) {
      findings.push(warning(`${at}/strip`, "STRIPS_TOO_MUCH", "takes away more digits than the prefix has"));
    }
  }
  for (const [i, { name, enabled }] of gateways.entries()) {
    if (enabled && prefix_routes.length > 0 && !routed.has(name)) {
      findings.push(warning(`/gateways/${i}/name`, "UNUSED_GATEWAY", `no route leads to ${name}`));
    }
  }
  return findings;
}

function error(path: string, code: string, message: string): TrunkFinding {
  return { nodeId: null, path, message, code, severity: "error" };
}

function warning(path: string, code: string, message: string): TrunkFinding {
  return { nodeId: null, path, message, code, severity: "warning" };
}
