import type { World } from "../harness/world";

/** One story told to a running studio, whatever database is behind it. It makes its own tenant. */
export interface Check {
  name: string;
  run(world: World): Promise<void>;
}
