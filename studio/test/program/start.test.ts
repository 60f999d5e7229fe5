/** What the program says when it cannot start: one line that names what is at fault. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { startStudio } from "../harness/running_studio";
import { World } from "../harness/world";

const ROOT = resolve(__dirname, "../../..");
const KEYS = { STUDIO_SECRET_KEYS: `test:${Buffer.alloc(32, 7).toString("base64")}` };
const START_MS = 60_000;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "drowsyguard-start-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the program until it ends. */
async function run(flags: readonly string[], environment: Record<string, string> = {}) {
  const { DATABASE_URL: _unset, ...inherited } = process.env;
  const child: ChildProcess = spawn(process.execPath, ["--import", "tsx", "studio/src/main.ts", ...flags], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...inherited, ...environment },
  });
  let output = "";
  for (const stream of [child.stdout!, child.stderr!]) stream.on("data", (chunk) => (output += chunk));
  const timer = setTimeout(() => child.kill("SIGKILL"), START_MS);
  const [status] = await once(child, "close");
  clearTimeout(timer);
  return { status, lines: output.trim().split("\n") };
}

test(
  "a data folder that cannot be used is named",
  async () => {
    const file = join(folder, "file");
    writeFileSync(file, "");
    expect(await run(["--data", file])).toEqual({
      status: 1,
      lines: [`studio: the data folder ${file} cannot be used: it is not a folder`],
    });
    // The kernel's own folder says that what is to be made in it has no parent; looking for one must come to an end.
    if (existsSync("/proc/self")) {
      const { status, lines } = await run(["--data", "/proc/studio/data"]);
      expect([status, lines.length, lines[0]]).toEqual([1, 1, expect.stringContaining("the data folder /proc/studio")]);
    }
  },
  START_MS,
);

test(
  "a database that is not there is told by the variable that names it, without its password",
  async () => {
    const url = "postgres://studio:secret-word@127.0.0.1:1/studio";
    expect(await run(["--data", folder], { DATABASE_URL: url, ...KEYS })).toEqual({
      status: 1,
      lines: ["studio: DATABASE_URL: connect ECONNREFUSED 127.0.0.1:1"],
    });
  },
  START_MS,
);

test(
  "a port that is taken is named, and nothing was begun before",
  async () => {
    const other: Server = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as { port: number };
    const { status, lines } = await run(["--data", folder, "--port", String(port)]);
    expect(status).toBe(1);
    expect(lines.at(-1)).toBe(`studio: cannot listen on --host 127.0.0.1 --port ${port}: the port is taken`);
    other.close();
  },
  START_MS,
);

test(
  "the address that is printed can be asked, an IPv6 one too; a proxy names the client by the last address of its header",
  async () => {
    const studio = await startStudio({ flags: ["--host", "::1", "--trust-proxy"] });
    try {
      expect(studio.base).toMatch(/^http:\/\/\[::1\]:\d+\/api\/v1$/);
      const { open, operator } = await World.of(studio);
      // What stands before it was written by the client, who may write anything.
      const headers = { "x-forwarded-for": "127.0.0.1, 203.0.113.7" };
      const { email } = studio.first_admin!;
      expect((await open.post("/auth/login", { email, password: "wrong" }, { headers })).status).toBe(401);
      const { items } = await operator.expect(200, "GET", "/admin/login-history");
      expect(items[0]).toMatchObject({ outcome: "wrong_password", address: "203.0.113.7" });
    } finally {
      await studio.stop();
    }
  },
  START_MS,
);
