import type { RunningStudio, StartOptions } from "../harness/running_studio";
import { startStudio } from "../harness/running_studio";
import { World } from "../harness/world";
import { GROUPS } from "./checks";

const CHECK_MS = 60_000;

/** Declares every check as a test against one running studio. */
export function runChecks(before: () => Promise<StartOptions>, after: () => Promise<void> = async () => {}): void {
  let studio: RunningStudio | undefined;
  let world: World | undefined;
  beforeAll(async () => {
    studio = await startStudio(await before());
    world = await World.of(studio);
  }, 2 * CHECK_MS);
  afterAll(async () => {
    const status = await studio?.stop();
    await after();
    if (studio !== undefined && status !== 0) throw new Error(`the studio ended with ${status}:\n${studio.output()}`);
  }, CHECK_MS);
  for (const [group, checks] of Object.entries(GROUPS)) {
    describe(group, () => {
      for (const check of checks) test(check.name, () => check.run(world!), CHECK_MS);
    });
  }
}
