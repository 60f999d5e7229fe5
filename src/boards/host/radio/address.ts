import { networkInterfaces } from "node:os";

/** The address under which others reach a server that is bound to `bind`: itself, or this computer's own where that is every address. */
export function servedAddress(bind: string, interfaces = networkInterfaces()): string {
  if (bind !== "0.0.0.0" && bind !== "::") return bind;
  const own = Object.values(interfaces)
    .flatMap((one) => one ?? [])
    .find(({ family, internal }) => family === "IPv4" && !internal);
  return own?.address ?? "127.0.0.1";
}
