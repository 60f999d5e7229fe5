/** The unit's program as a person uses it: what it prints, how it refuses, how it ends. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseObservation } from "../../../src/monitor/trace";
import { eventually, getDocument } from "../../conformance/context";
import { startUnit } from "../../conformance/running_unit";

jest.setTimeout(60_000);

const ROOT = resolve(__dirname, "../../..");
const PROGRAM = ["--import", "tsx", "src/boards/host/main.ts"];

let scratch: string;
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), "drowsyguard-program-"));
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function run(...flags: string[]) {
  const ports = flags.includes("--control-port") ? [] : ["--control-port", "0", "--stream-port", "0"];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...PROGRAM, "--data", join(scratch, "data"), ...ports, ...flags],
    { cwd: ROOT, encoding: "utf8", timeout: 20_000 },
  );
  return { status, stdout, lines: stderr.trimEnd().split("\n") };
}

describe("a wrong command line ends with one line and a status of its own", () => {
  test.each([
    [["--camera", "file:/nowhere/driver.mp4"], "/nowhere/driver.mp4"],
    [["--camera", "sim:holiday"], "holiday"],
    [["--camera", "radar:1"], "--camera"],
    [["--speed", "3"], "--speed"],
    [["--set", "lang=fr"], "lang"],
    [["--record", "/nowhere/trace.jsonl"], "--record"],
    [["--bind", "203.0.113.7"], "203.0.113.7"],
  ])("%j", (flags, named) => {
    const { status, stdout, lines } = run(...flags);
    expect(status).toBeGreaterThan(0);
    expect(stdout).toBe("");
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(named);
  });

  test("a port that is in use", async () => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const port = String((server.address() as { port: number }).port);
    // Asynchronous, so that this process can go on holding the port.
    const child = spawn(
      process.execPath,
      [...PROGRAM, "--data", join(scratch, "busy"), "--control-port", port, "--stream-port", "0"],
      {
        cwd: ROOT,
      },
    );
    let said = "";
    child.stderr.on("data", (chunk) => {
      said += chunk;
    });
    const status = await new Promise((done) => child.on("close", done));
    server.close();
    expect(status).toBe(1);
    expect(said.trimEnd().split("\n")).toHaveLength(1);
    expect(said).toContain(port);
    expect(said).toContain("in use");
  });

  test("a data folder that is a file", () => {
    const file = join(scratch, "occupied");
    writeFileSync(file, "");
    const { status, lines } = run("--data", file);
    expect(status).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("--data");
  });

  test("help is no error and names every flag", () => {
    const { status, stdout } = run("--help");
    expect(status).toBe(0);
    for (const flag of ["control-port", "stream-port", "bind", "data", "camera", "set", "record"]) {
      expect(stdout).toContain(`--${flag}`);
    }
  });
});

describe("a unit at work", () => {
  test("says both addresses in one line, records what it sees, and ends cleanly on SIGTERM", async () => {
    const trace = join(scratch, "trace.jsonl");
    const unit = await startUnit(["--camera", "sim:alert", "--record", trace]);
    try {
      expect(
        unit
          .output()
          .split("\n")
          .filter((line) => line.includes("http://")),
      ).toHaveLength(1);
      await eventually("the driver is present for a while", 30_000, async () => {
        const { presence, frames } = await getDocument(`${unit.base}/api/status`);
        return presence.state === "present" && frames > 30 ? true : null;
      });
      const second = run("--data", unit.data);
      expect([second.status === 0, second.stdout, second.lines]).toEqual([
        false,
        "",
        [expect.stringMatching(/--data \S+: .* is in use by process \d+$/)],
      ]);
    } finally {
      expect(await unit.stop()).toBe(0);
    }
    expect(existsSync(unit.data)).toBe(false);
    const seen = readFileSync(trace, "utf8").trimEnd().split("\n").map(parseObservation);
    expect(seen.length).toBeGreaterThan(20);
    expect(seen.some(({ detect }) => detect?.length === 1)).toBe(true);
    expect(new Set(seen.flatMap(({ eye }) => (eye ? [eye.side] : [])))).toEqual(new Set(["left", "right"]));
    const times = seen.map(({ t_ms }) => t_ms);
    expect([...times].sort((a, b) => a - b)).toEqual(times);
  });

  test("an empty seat is told once, and the recorded trace tells the same when it is replayed", async () => {
    const trace = join(scratch, "empty.jsonl");
    const unit = await startUnit(["--camera", "sim:empty", "--record", trace]);
    let alerts: number;
    try {
      const status = await eventually("the empty seat is told", 40_000, async () => {
        const now = await getDocument(`${unit.base}/api/status`);
        return now.alert.counts.no_driver > 0 ? now : null;
      });
      expect(status.presence.state).toBe("no-driver");
      expect(status.alert).toMatchObject({ active: true, reason: "no_driver", count: 1 });
      expect(status.alert.text).not.toBe("");
      await new Promise((resolve) => setTimeout(resolve, 4000));
      alerts = (await getDocument(`${unit.base}/api/status`)).alert.count;
      expect(alerts).toBe(1);
    } finally {
      await unit.stop();
    }
    const replay = spawnSync(process.execPath, ["--import", "tsx", "tools/replay/main.ts", trace], {
      cwd: ROOT,
      encoding: "utf8",
      maxBuffer: 2 ** 26,
    });
    expect(replay.status).toBe(0);
    const told = replay.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).alert)
      .filter(Boolean);
    expect(told).toEqual(["no_driver"]);
  });
});
