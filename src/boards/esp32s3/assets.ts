/** The built-in files: resources in flash, seen where they lie. */
import Resource from "Resource";
import type { AssetName } from "../../board/board";

/** The bytes of a resource. They lie in flash and cannot be written. Throws where there is none of this name. */
export function resource(name: string): Uint8Array {
  return new Uint8Array(new Resource(name) as unknown as ArrayBuffer);
}

export const asset = (name: AssetName): Uint8Array => resource(name);
