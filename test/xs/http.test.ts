import { join } from "node:path";
import { play } from "./http_program";
import { runOnXs } from "./run_on_xs";

test("the HTTP and stream servers answer byte for byte the same on XS", async () => {
  const here = await play();
  expect(here.length).toBeGreaterThan(50_000);
  expect(await runOnXs(join(__dirname, "http_program.ts"))).toBe(here);
}, 60_000);
