import { join } from "node:path";
import { runOnXs } from "./run_on_xs";
import { play } from "./wifi_program";

test("the store, the station, the button and the console do the same on XS", async () => {
  const here = await play();
  expect(here.length).toBeGreaterThan(20_000);
  expect(await runOnXs(join(__dirname, "wifi_program.ts"))).toBe(here);
}, 60_000);
