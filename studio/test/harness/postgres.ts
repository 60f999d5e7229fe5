/** A PostgreSQL server of the tests' own: a fresh cluster on a free port of this machine, gone afterwards. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";

const DEBIAN_ROOT = "/usr/lib/postgresql";
const READY_MS = 30_000;
/** The server refuses to run as root; Debian's package brings this user. */
const SERVER_USER = "postgres";

/** Owner of the studio's databases: no superuser, so that row-level security binds it as in production. */
const OWNER = "studio";

export interface Cluster {
  /** Makes an empty database and returns its URL. */
  createDatabase(name: string): Promise<string>;
  /** The URL of a database that was made. */
  urlOf(name: string): string;
  stop(): Promise<void>;
}

export async function startCluster(): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), "drowsyguard-postgres-"));
  const data = join(folder, "data");
  const port = await freePort();
  let server: ChildProcess | null = null;
  const stop = async () => {
    if (server !== null && server.exitCode === null) {
      const ended = new Promise((done) => server!.once("exit", done));
      // Fast shutdown: connections are cut, files are left whole.
      server.kill("SIGINT");
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    if (process.getuid?.() === 0) {
      const owned = spawnSync("chown", [SERVER_USER, folder]);
      if (owned.status !== 0) throw new Error(`chown ${SERVER_USER}: ${owned.stderr}`);
    }
    chmodSync(folder, 0o700);
    const made = run("initdb", [
      "-D",
      data,
      "-U",
      "super",
      "--auth=trust",
      "--encoding=UTF8",
      "--no-sync",
      "--no-locale",
    ]);
    if (made.status !== 0) throw new Error(`initdb: ${made.stderr}${made.stdout}`);
    server = serve(data, port);
    const admin = `postgres://super@127.0.0.1:${port}/postgres`;
    await ready(admin, server);
    const urlOf = (name: string) => `postgres://${OWNER}@127.0.0.1:${port}/${name}`;
    await sql(admin, `CREATE ROLE ${OWNER} LOGIN CREATEROLE NOSUPERUSER NOBYPASSRLS`);
    return {
      async createDatabase(name) {
        await sql(admin, `CREATE DATABASE ${pg.escapeIdentifier(name)} OWNER ${OWNER}`);
        return urlOf(name);
      },
      urlOf,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Command and arguments that run one of the server's programs as a user it accepts. */
function command(program: string, args: readonly string[]): [string, string[]] {
  const path = join(binaries(), program);
  if (process.getuid?.() !== 0) return [path, [...args]];
  return ["setpriv", ["--reuid", SERVER_USER, "--regid", SERVER_USER, "--init-groups", "--", path, ...args]];
}

function run(program: string, args: readonly string[]) {
  const [file, all] = command(program, args);
  return spawnSync(file, all, { encoding: "utf8", cwd: tmpdir() });
}

function serve(data: string, port: number): ChildProcess {
  const settings = {
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: "",
    // The data is gone after the test; a crash of the machine may lose it.
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    max_connections: 100,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const [file, args] = command("postgres", ["-D", data, ...flags]);
  return spawn(file, args, { stdio: ["ignore", "ignore", "ignore"], cwd: tmpdir() });
}

function binaries(): string {
  const versions = existsSync(DEBIAN_ROOT)
    ? readdirSync(DEBIAN_ROOT)
        .map(Number)
        .sort((a, b) => b - a)
    : [];
  const folder = versions
    .map((version) => join(DEBIAN_ROOT, String(version), "bin"))
    .find((bin) => existsSync(join(bin, "initdb")));
  if (folder === undefined) throw new Error("no PostgreSQL server found: install the package postgresql");
  return folder;
}

async function ready(url: string, server: ChildProcess): Promise<void> {
  const until = Date.now() + READY_MS;
  for (;;) {
    try {
      return await sql(url, "SELECT 1");
    } catch (error) {
      if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`);
      if (Date.now() > until) throw error;
      await new Promise((done) => setTimeout(done, 50));
    }
  }
}

async function sql(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function freePort(): Promise<number> {
  return new Promise((done, refuse) => {
    const probe = createServer();
    probe.once("error", refuse);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(port));
    });
  });
}
