/** The commands of docs/studio.md that back up a database server, run as they stand there. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v7 as uuid } from "uuid";
import { openServer } from "../../src/db/server";
import { type Cluster, startCluster } from "../harness/postgres";

const PAGE = readFileSync(join(__dirname, "../../../docs/studio.md"), "utf8");
const BACKUP_MS = 60_000;

let cluster: Cluster;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "drowsyguard-backup-"));
  cluster = await startCluster();
}, BACKUP_MS);
afterAll(async () => {
  await cluster?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The line of the page that begins so, without its prompt and its comment. */
function command(beginning: string): string {
  const found = new RegExp(`^\\$ (${beginning} .*?)(?: +# .*)?$`, "m").exec(PAGE);
  if (found === null) throw new Error(`the page has no command ${beginning}`);
  return found[1]!;
}

function run(line: string, env: Record<string, string>) {
  const { status, stderr } = spawnSync("sh", ["-c", line], {
    cwd: folder,
    encoding: "utf8",
    env: { PATH: process.env["PATH"]!, ...env },
  });
  return { status, stderr };
}

test(
  "a dump has the things of all tenants, and an empty database takes them back",
  async () => {
    const DATABASE_URL = await cluster.createDatabase("studio");
    const EMPTY_DATABASE_URL = await cluster.createDatabase("back");
    const tenants = [uuid(), uuid()];
    const before = await openServer(DATABASE_URL);
    for (const [at, id] of tenants.entries()) {
      await before.asSystem(async (tx) => {
        await tx.query("INSERT INTO tenants (id, name) VALUES ($1, $2)", [id, `Tenant ${at}`]);
        await tx.query("INSERT INTO projects (id, tenant_id, name) VALUES ($1, $2, 'Workshop')", [uuid(), id]);
      });
    }
    await before.close();

    const dump = command("pg_dump");
    // Without the flag it is better to have no dump than one without rows.
    const plain = run(dump.replace(" --enable-row-security", ""), { DATABASE_URL });
    expect(plain).toEqual({ status: 1, stderr: expect.stringContaining("row-level security") });
    expect(run(dump, { DATABASE_URL })).toEqual({ status: 0, stderr: "" });
    expect(run(command("pg_restore"), { EMPTY_DATABASE_URL })).toEqual({ status: 0, stderr: "" });

    const after = await openServer(EMPTY_DATABASE_URL);
    const seen = (tenant_id: string) => after.asTenant(tenant_id, (tx) => tx.query("SELECT tenant_id FROM projects"));
    for (const tenant_id of tenants) expect(await seen(tenant_id)).toEqual([{ tenant_id }]);
    await after.close();
  },
  BACKUP_MS,
);
