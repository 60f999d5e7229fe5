/** Authenticated reads and writes, on both databases, with row-level security and without it. */
import pg from "pg";
import { type Cluster, startCluster } from "../../../studio/test/harness/postgres";
import { type RunningStudio, startStudio } from "../../../studio/test/harness/running_studio";
import { unique, World } from "../../../studio/test/harness/world";
import type { Figure } from "../figure";
import { load } from "./load";

const LANES = 8;
const DURATION_MS = 4_000;

export async function benchStudioRequests(): Promise<Figure[]> {
  const figures: Figure[] = [];
  const cluster = await startCluster();
  try {
    await withStudio({}, async (studio) => void figures.push(...(await measure("PGlite", studio))));
    const database_url = await cluster.createDatabase("bench");
    await withStudio({ database_url }, async (studio) => {
      const world = await World.of(studio);
      const guarded = await requests(world);
      await security(cluster, "bench", false);
      const open = await requests(world);
      await security(cluster, "bench", true);
      figures.push(...lines("PostgreSQL", guarded), ...lines("PostgreSQL without RLS", open));
      figures.push({
        name: "reads with RLS / without it",
        value: guarded.reads.per_s / open.reads.per_s,
        unit: "ratio",
      });
      figures.push({
        name: "writes with RLS / without it",
        value: guarded.writes.per_s / open.writes.per_s,
        unit: "ratio",
      });
    });
  } finally {
    await cluster.stop();
  }
  return figures;
}

async function measure(name: string, studio: RunningStudio): Promise<Figure[]> {
  return lines(name, await requests(await World.of(studio)));
}

type Loads = Awaited<ReturnType<typeof requests>>;

async function requests(world: World) {
  const { client } = (await world.tenant()).admin;
  const project = await client.expect(201, "POST", "/projects", { name: unique() });
  const reads = await load(
    LANES,
    DURATION_MS,
    async () => void (await client.expect(200, "GET", `/projects/${project.id}`)),
  );
  const writes = await load(
    LANES,
    DURATION_MS,
    async () => void (await client.expect(201, "POST", "/projects", { name: unique() })),
  );
  return { reads, writes };
}

function lines(name: string, { reads, writes }: Loads): Figure[] {
  return [
    { name: `${name}: reads, ${LANES} at a time`, value: reads.per_s, unit: "requests/s" },
    { name: `${name}: reads, p99`, value: reads.p99_ms, unit: "ms" },
    { name: `${name}: writes with audit, ${LANES} at a time`, value: writes.per_s, unit: "requests/s" },
    { name: `${name}: writes with audit, p99`, value: writes.p99_ms, unit: "ms" },
  ];
}

/** Switches row-level security of every table, as the owner may. */
async function security(cluster: Cluster, database: string, on: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.urlOf(database) });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relforcerowsecurity OR relname IN (SELECT tablename FROM pg_policies)",
    );
    for (const { name } of rows) {
      await client.query(`ALTER TABLE ${pg.escapeIdentifier(name)} ${on ? "ENABLE" : "DISABLE"} ROW LEVEL SECURITY`);
    }
  } finally {
    await client.end();
  }
}

async function withStudio(options: Parameters<typeof startStudio>[0], work: (studio: RunningStudio) => Promise<void>) {
  const studio = await startStudio({ ...options, flags: ["--log", "silent", "--run", "api"] });
  try {
    await work(studio);
  } finally {
    await studio.stop();
  }
}
