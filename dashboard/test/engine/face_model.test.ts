import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

test("a trained file tells its two classes apart; a missing one is no model", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", join(__dirname, "read_face.ts")]);
  const { alert, drowsy, missing } = JSON.parse(stdout.trim().split("\n").at(-1)!);
  // The file was trained on made-up pictures: light above dark is alert.
  expect(alert).toBeLessThan(0.2);
  expect(drowsy).toBeGreaterThan(0.8);
  expect(missing).toBeNull();
}, 30_000);
