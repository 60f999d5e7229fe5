import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lockFolder } from "../../../src/boards/host/folder_lock";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "drowsyguard-lock-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = () => join(folder, "unit.lock");

test("a second process is kept out, and let in when the first lets go", () => {
  const release = lockFolder(folder, "unit");
  const second = () =>
    spawnSync(
      process.execPath,
      [
        "--import",
        "tsx",
        "-e",
        `require(${JSON.stringify(require.resolve("../../../src/boards/host/folder_lock.ts"))}).lockFolder(${JSON.stringify(folder)}, "unit")()`,
      ],
      { encoding: "utf8" },
    );
  const refused = second();
  expect(refused.status).not.toBe(0);
  expect(refused.stderr).toContain(`the folder ${folder} is in use by process ${process.pid}`);
  release();
  expect(second().status).toBe(0);
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  ["of a process that is gone", "4194999"],
  ["of a process whose number somebody else has now", `${process.ppid} 00000000-0000-0000-0000-000000000000 17`],
  ["that was never written to its end", ""],
])("a lock %s is taken over", (_whose, text) => {
  writeFileSync(file(), text);
  const release = lockFolder(folder, "unit");
  expect(readFileSync(file(), "utf8")).toMatch(new RegExp(`^${process.pid}\\b`));
  release();
});
